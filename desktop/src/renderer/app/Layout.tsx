// The frame around every screen of the signed-in: side menu, top bar, what is wrong with the line, the screen itself.
import { lazy, Suspense, useCallback, useState } from 'react'
import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Outlet, useMatches } from 'react-router-dom'
import { localValue, remember, useLocalValue } from '#platform/state/local-store.ts'
import { OutageBar } from '#features/inbox/connections/uptime/OutageBar.tsx'
import { ShellIntents } from '#features/inbox/messages/ShellIntents.tsx'
import { UnsentWatch } from '#features/inbox/composer/UnsentWatch.tsx'
import { ChatWatch } from '#features/team/internal-chat/ChatWatch.tsx'
import { TicketWatch } from '#features/inbox/tickets/notifications/TicketWatch.tsx'
import { useHasFeature } from '#platform/session/session.ts'
import { OfflineBar } from '#ui/feedback/OfflineBar.tsx'
import { ShortcutHelp } from '#ui/keys/ShortcutHelp.tsx'
import { UpdateBar } from '#ui/feedback/UpdateBar.tsx'
import classes from './layout.module.css'
import { ProfileDialog } from './person/ProfileDialog.tsx'
import { SideMenu } from './menu/SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { useLayoutCommands } from './use-layout-commands.ts'
import { usePreload } from './use-preload.ts'
import { ExpiredBar } from './ExpiredBar.tsx'

const CommandPalette = lazy(() =>
  import('#ui/keys/CommandPalette.tsx').then((module) => ({ default: module.CommandPalette }))
)

/** CSS pixels of the specification. */
const wideFrom = 1200
const narrowUnder = 600

/** Alone in following the address: the frame around it stays as it is when somebody goes from one ticket to the next. */
function Content() {
  const isFullHeight = useMatches().some(
    ({ handle }) => (handle as { isFullHeight?: boolean } | undefined)?.isFullHeight
  )
  return (
    <main id="content" tabIndex={-1} className={classes['content']} data-full={isFullHeight || undefined}>
      <Outlet />
    </main>
  )
}

/** What goes with every screen and shows nothing. */
function Commands() {
  useLayoutCommands()
  usePreload()
  return null
}

const stayOpen = (): void => undefined

export function Layout() {
  const { t } = useTranslation(['layout', 'menu'])
  const isNarrow = useMediaQuery(`(max-width: ${narrowUnder - 0.02}px)`, undefined, { getInitialValueInEffect: false })
  const isWide = useMediaQuery(`(min-width: ${wideFrom + 0.02}px)`, undefined, { getInitialValueInEffect: false })
  const chosen = useLocalValue('isDrawerOpen')
  const [isTemporaryOpen, setTemporaryOpen] = useState(false)
  const isOpen = chosen ?? isWide
  const hasChat = useHasFeature('useInternalChat')

  const toggle = useCallback(() => {
    if (isNarrow) setTemporaryOpen(true)
    else remember('isDrawerOpen', !(localValue('isDrawerOpen') ?? isWide))
  }, [isNarrow, isWide])
  return (
    <div className={classes['layout']}>
      <a href="#content" className={classes['skip']}>
        {t('skip')}
      </a>
      {isNarrow ? (
        <Drawer
          opened={isTemporaryOpen}
          onClose={() => setTemporaryOpen(false)}
          size="var(--g-drawer-width)"
          withCloseButton={false}
          padding={0}
          // On the drawer itself the name would stand on a frame without a role.
          attributes={{ content: { 'aria-label': t('menu:navigation') } }}
          styles={{ body: { height: '100%' } }}
        >
          <SideMenu isOpen onChoose={() => setTemporaryOpen(false)} />
        </Drawer>
      ) : (
        <aside className={classes['side']} data-collapsed={!isOpen || undefined}>
          <SideMenu isOpen={isOpen} onChoose={stayOpen} />
        </aside>
      )}
      <div className={classes['main']}>
        <TopBar isMenuOpen={isNarrow ? isTemporaryOpen : isOpen} isNarrow={isNarrow} onToggleMenu={toggle} />
        <OfflineBar />
        <OutageBar />
        <ExpiredBar />
        <UpdateBar />
        <Content />
      </div>
      <Suspense>
        <CommandPalette />
      </Suspense>
      <Commands />
      <TicketWatch />
      {hasChat && <ChatWatch />}
      <UnsentWatch />
      <ShellIntents />
      <ProfileDialog />
      <ShortcutHelp />
    </div>
  )
}
