// What is not in the rail, one step behind it.
import { useState } from 'react'
import { Popover, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { MenuEntry } from '#platform/device/screen.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { MenuGroups } from './MenuGroups.tsx'
import { Badges } from './MenuLink.tsx'
import classes from './menu-link.module.css'
import type { ShownGroup } from './use-menu.ts'

export function MoreMenu({ groups, current }: { groups: ShownGroup[]; current: MenuEntry | null }) {
  const { t } = useTranslation('menu')
  const [isOpen, setOpen] = useState(false)
  // The one that is open has its own link in the rail, marks and all.
  const others = groups.flatMap(({ entries }) => entries).filter((entry) => entry !== current)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="right-start" width={240} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes['link'] ?? ''}
          data-shape="rail"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconDots size={22} stroke={1.6} className={classes['icon']} aria-hidden />
          <span className={classes['label']}>{t('more')}</span>
          <Badges entries={others} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('more')}>
        <MenuGroups groups={groups} current={current} onChoose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
