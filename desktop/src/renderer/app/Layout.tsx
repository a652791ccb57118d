// The frame around every screen of the signed-in: rail, top bar, what is wrong with the line, the screen itself.
import { lazy, Suspense, useCallback, useState } from 'react'
import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Outlet, useMatches } from 'react-router-dom'
import { useIsNarrow } from '#platform/device/narrow.ts'
import { OutageBar } from '#features/inbox/connections/uptime/OutageBar.tsx'
import { ShellIntents } from '#features/inbox/messages/ShellIntents.tsx'
import { UnsentWatch } from '#features/inbox/composer/UnsentWatch.tsx'
import { ChatWatch } from '#features/team/internal-chat/ChatWatch.tsx'
import { TicketWatch } from '#features/inbox/tickets/notifications/TicketWatch.tsx'
import { QuotaNoticeBar } from '#features/org/quotas/QuotaNoticeBar.tsx'
import { FactorDueBar } from '#features/org/second-factor/FactorDueBar.tsx'
import { SecondFactorDialog } from '#features/org/second-factor/SecondFactorDialog.tsx'
import { HoursEndBar } from '#features/org/work-times/HoursEndBar.tsx'
import { useHasFeature } from '#platform/session/session.ts'
import { OfflineBar } from '#ui/feedback/OfflineBar.tsx'
import { ShortcutHelp } from '#ui/keys/ShortcutHelp.tsx'
import { UpdateBar } from '#ui/feedback/UpdateBar.tsx'
import classes from './layout.module.css'
import { ProfileDialog } from './person/ProfileDialog.tsx'
import { PushDialog } from './person/PushDialog.tsx'
import { AdministrationBar, AdministrationMenu } from './menu/AdministrationMenu.tsx'
import { Rail } from './menu/Rail.tsx'
import { SideMenu } from './menu/SideMenu.tsx'
import { entriesOf, useCurrentEntry, useMenu } from './menu/use-menu.ts'
import { TopBar } from './TopBar.tsx'
import { useLayoutCommands } from './use-layout-commands.ts'
import { usePreload } from './use-preload.ts'
import { BarArea } from './BarArea.tsx'
import { ExpiredBar } from './ExpiredBar.tsx'

const CommandPalette = lazy(() =>
  import('#ui/keys/CommandPalette.tsx').then((module) => ({ default: module.CommandPalette }))
)

/** CSS pixels from which the administration's menu stands beside its screens. */
const columnFrom = 992

/** Alone in following the address: the frame around it stays as it is when somebody goes from one ticket to the next. */
function Content({ isNarrow }: { isNarrow: boolean }) {
  const isFullHeight = useMatches().some(
    ({ handle }) => (handle as { isFullHeight?: boolean } | undefined)?.isFullHeight
  )
  const groups = useMenu()
  const current = useCurrentEntry(groups)
  const hasColumn = useMediaQuery(`(min-width: ${columnFrom}px)`, undefined, { getInitialValueInEffect: false })
  const administered = current !== null && entriesOf(groups, 'administration').includes(current) ? current : null
  return (
    <div className={classes['screen']} data-stacked={!hasColumn || undefined}>
      {administered !== null && hasColumn && <AdministrationMenu current={administered} />}
      {administered !== null && !hasColumn && !isNarrow && <AdministrationBar current={administered} />}
      <main id="content" tabIndex={-1} className={classes['content']} data-full={isFullHeight || undefined}>
        <Outlet />
      </main>
    </div>
  )
}

/** What goes with every screen and shows nothing. */
function Commands() {
  useLayoutCommands()
  usePreload()
  return null
}

export function Layout() {
  const { t } = useTranslation(['layout', 'menu'])
  const isNarrow = useIsNarrow()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const hasChat = useHasFeature('useInternalChat')

  const openMenu = useCallback(() => setMenuOpen(true), [])
  return (
    <div className={classes['layout']}>
      <a href="#content" className={classes['skip']}>
        {t('skip')}
      </a>
      {isNarrow ? (
        <Drawer
          opened={isMenuOpen}
          onClose={() => setMenuOpen(false)}
          size="var(--g-drawer-width)"
          withCloseButton={false}
          padding={0}
          // On the drawer itself the name would stand on a frame without a role.
          attributes={{ content: { 'aria-label': t('menu:navigation') } }}
          styles={{ body: { height: '100%' } }}
        >
          <SideMenu onChoose={() => setMenuOpen(false)} />
        </Drawer>
      ) : (
        <div className={classes['side']}>
          <Rail />
        </div>
      )}
      <div className={classes['main']}>
        <TopBar onOpenMenu={isNarrow ? openMenu : undefined} />
        <BarArea>
          <OfflineBar />
          <OutageBar />
          <ExpiredBar />
          <FactorDueBar />
          <HoursEndBar />
          <QuotaNoticeBar />
          <UpdateBar />
        </BarArea>
        <Content isNarrow={isNarrow} />
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
      <PushDialog />
      <SecondFactorDialog />
      <ShortcutHelp />
    </div>
  )
}
