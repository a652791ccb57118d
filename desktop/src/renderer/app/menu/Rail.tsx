// The rail at the left: what everybody works with, one place for the rest, and the way into the administration.
import { IconSettings2 } from '@tabler/icons-react'
import { Logo } from '#ui/layout/Logo.tsx'
import { useTranslation } from '#platform/text/translation.ts'
import { MenuLink } from './MenuLink.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import classes from './rail.module.css'
import { entriesOf, useCurrentEntry, useMenu } from './use-menu.ts'
import { useServerVersion } from './use-server-version.ts'

export function Rail() {
  const { t } = useTranslation('menu')
  const groups = useMenu()
  const current = useCurrentEntry(groups)
  const version = useServerVersion()
  const more = entriesOf(groups, 'more')
  const administration = entriesOf(groups, 'administration')
  const [first] = administration
  return (
    <nav aria-label={t('navigation')} className={classes['rail']}>
      <div className={classes['brand']}>
        <Logo size={28} />
      </div>
      {entriesOf(groups, 'rail').map((entry) => (
        <MenuLink key={entry.path} entry={entry} isCurrent={entry === current} shape="rail" />
      ))}
      {current !== null && more.includes(current) && <MenuLink entry={current} isCurrent shape="rail" />}
      {more.length > 0 && <MoreMenu groups={groups.filter(({ area }) => area === 'more')} current={current} />}
      <div className={classes['rest']} />
      {first !== undefined && (
        <MenuLink
          entry={first}
          label="groupAdministration"
          icon={IconSettings2}
          marked={administration}
          isCurrent={current !== null && administration.includes(current)}
          shape="rail"
        />
      )}
      {version !== '' && (
        <div className={classes['version']} title={t('version', { version })}>
          {version}
        </div>
      )}
    </nav>
  )
}
