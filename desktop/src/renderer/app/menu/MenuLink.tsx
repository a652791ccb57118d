// A link of the menu with its marks: a picture over a word in the rail, one line elsewhere.
import { memo, type MouseEvent } from 'react'
import { VisuallyHidden } from '@mantine/core'
import type { MenuEntry } from '#platform/device/screen.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { useTranslation } from '#platform/text/translation.ts'
import classes from './menu-link.module.css'

/** Written out: a link of the router is drawn again, with all it shows, whenever the address changes. */
const base = import.meta.env.BASE_URL.replace(/\/$/, '')

function Badge({ useBadge }: { useBadge: NonNullable<MenuEntry['useBadge']> }) {
  const badge = useBadge()
  return (
    badge !== null && (
      <span className={classes['badge']} title={badge.label}>
        <span aria-hidden>{badge.text}</span>
        <VisuallyHidden>{badge.label}</VisuallyHidden>
      </span>
    )
  )
}

/** Those of several entries lie over one another: any of them says that there is something to see. */
export function Badges({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map(({ path, useBadge }) => useBadge && <Badge key={path} useBadge={useBadge} />)
}

interface MenuLinkProps {
  entry: MenuEntry
  isCurrent: boolean
  shape: 'rail' | 'row'
  /** Key in the namespace `menu`, where the link stands for more than its entry. */
  label?: string
  icon?: MenuEntry['icon']
  /** Those whose marks it shows; its own when not said. */
  marked?: readonly MenuEntry[]
  onChoose?: () => void
}

export const MenuLink = memo((props: MenuLinkProps) => {
  const { entry, isCurrent, shape, label = entry.label, icon: IconOf = entry.icon, marked, onChoose } = props
  const { t } = useTranslation('menu')
  const navigate = useNavigate()
  const href = `${base}${entry.path}`
  const choose = (event: MouseEvent): void => {
    onChoose?.()
    // Another tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(entry.path, { replace: window.location.pathname === href })
  }
  return (
    <a
      href={href}
      className={classes['link']}
      data-shape={shape}
      // One that stands for more leads to a screen that has a link of its own.
      aria-current={isCurrent ? (marked === undefined ? 'page' : 'true') : undefined}
      onClick={choose}
    >
      <IconOf size={shape === 'rail' ? 22 : 20} stroke={1.6} className={classes['icon']} aria-hidden />
      <span className={classes['label']}>{t(label as 'home')}</span>
      <Badges entries={marked ?? [entry]} />
    </a>
  )
})
