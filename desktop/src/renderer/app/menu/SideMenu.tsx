// The side menu: entries by group, their marks, and the server's version at the bottom.
import { memo, useEffect, useState, type MouseEvent } from 'react'
import { Text } from '@mantine/core'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { call } from '#platform/net/http.ts'
import { useFromPath, useNavigate } from '#platform/session/navigation.ts'
import type { MenuEntry } from '#platform/device/screen.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { Logo } from '#ui/layout/Logo.tsx'
import { useHint } from '#ui/feedback/use-hint.tsx'
import classes from './side-menu.module.css'
import { useMenu } from './use-menu.ts'

const useNoBadge = () => null

/** Written out: a link of the router is drawn again, with all it shows, whenever the address changes. */
const base = import.meta.env.BASE_URL.replace(/\/$/, '')

const isUnder = (pathname: string, path: string): boolean =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))

interface EntryProps {
  entry: MenuEntry
  isCurrent: boolean
  isOpen: boolean
  onChoose: () => void
}

const Entry = memo(({ entry, isCurrent, isOpen, onChoose }: EntryProps) => {
  const { t } = useTranslation('menu')
  const navigate = useNavigate()
  const badge = (entry.useBadge ?? useNoBadge)()
  const label = t(entry.label as 'home')
  const { hint, hide, onPointerEnter } = useHint(label, isOpen, 'right')
  const href = `${base}${entry.path}`
  const choose = (event: MouseEvent): void => {
    onChoose()
    // Another tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(entry.path, { replace: window.location.pathname === href })
  }
  return (
    <>
      <a
        href={href}
        className={classes['entry'] ?? ''}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={choose}
        onPointerEnter={onPointerEnter}
        onPointerLeave={hide}
        onPointerDown={hide}
      >
        <entry.icon size={20} stroke={1.6} className={classes['icon']} aria-hidden />
        <span className={isOpen ? classes['label'] : classes['hidden']}>{label}</span>
        {badge !== null && (
          <span className={classes['badge']} data-collapsed={!isOpen || undefined} title={badge.label}>
            <span aria-hidden>{badge.text}</span>
            <span className={classes['hidden']}>{badge.label}</span>
          </span>
        )}
      </a>
      {hint}
    </>
  )
})

function useServerVersion(): string {
  const [version, setVersion] = useState('')
  useEffect(() => {
    const aborter = new AbortController()
    call(showVersion, undefined, { signal: aborter.signal }).then(
      (found) => setVersion(found.version),
      // The menu works without its version.
      () => undefined
    )
    return () => aborter.abort()
  }, [])
  return version
}

interface SideMenuProps {
  isOpen: boolean
  onChoose: () => void
}

export function SideMenu({ isOpen, onChoose }: SideMenuProps) {
  const { t } = useTranslation('menu')
  const groups = useMenu()
  const current = useFromPath((path) => {
    const entries = groups.flatMap((group) => group.entries)
    return entries.find((entry) => isUnder(path, entry.path))?.path ?? null
  })
  const version = useServerVersion()
  return (
    <div className={classes['menu']} data-collapsed={!isOpen || undefined}>
      <div className={classes['brand']}>
        <Logo size={28} />
        {isOpen && (
          <Text fw={650} size="lg" span>
            Guichê
          </Text>
        )}
      </div>
      <nav aria-label={t('navigation')} className={classes['groups']}>
        {groups.map(({ label, entries }) => (
          <div key={label} className={classes['group']}>
            {isOpen && <div className={classes['heading']}>{t(label as 'groupWork')}</div>}
            {entries.map((entry) => (
              <Entry
                key={entry.path}
                entry={entry}
                isCurrent={entry.path === current}
                isOpen={isOpen}
                onChoose={onChoose}
              />
            ))}
          </div>
        ))}
      </nav>
      {version !== '' && (
        <div className={classes['version']} title={t('version', { version })}>
          {isOpen ? t('version', { version }) : version}
        </div>
      )}
    </div>
  )
}
