// The menu of a narrow window: everything in one list, in a drawer.
import { Text } from '@mantine/core'
import { useTranslation } from '#platform/text/translation.ts'
import { Logo } from '#ui/layout/Logo.tsx'
import { MenuGroups } from './MenuGroups.tsx'
import classes from './side-menu.module.css'
import { useCurrentEntry, useMenu } from './use-menu.ts'
import { useServerVersion } from './use-server-version.ts'

export function SideMenu({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation('menu')
  const groups = useMenu()
  const current = useCurrentEntry(groups)
  const version = useServerVersion()
  return (
    <div className={classes['menu']}>
      <div className={classes['brand']}>
        <Logo size={28} />
        <Text fw={650} size="lg" span>
          Guichê
        </Text>
      </div>
      <nav aria-label={t('navigation')} className={classes['groups']}>
        <MenuGroups groups={groups} current={current} onChoose={onChoose} />
      </nav>
      {version !== '' && <div className={classes['version']}>{t('version', { version })}</div>}
    </div>
  )
}
