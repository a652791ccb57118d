// Groups of the menu under their headings, a line for each entry.
import type { MenuEntry } from '#platform/device/screen.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { MenuLink } from './MenuLink.tsx'
import classes from './menu-groups.module.css'
import type { ShownGroup } from './use-menu.ts'

interface MenuGroupsProps {
  groups: ShownGroup[]
  current: MenuEntry | null
  onChoose?: () => void
}

export function MenuGroups({ groups, current, onChoose }: MenuGroupsProps) {
  const { t } = useTranslation('menu')
  return groups.map(({ label, entries }) => (
    <div key={label} className={classes['group']}>
      <div className={classes['heading']}>{t(label as 'groupWork')}</div>
      {entries.map((entry) => (
        <MenuLink
          key={entry.path}
          entry={entry}
          isCurrent={entry === current}
          shape="row"
          {...(onChoose && { onChoose })}
        />
      ))}
    </div>
  ))
}
