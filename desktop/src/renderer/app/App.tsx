// The whole console under its theme: the start screen until it is known who is here, then the router.
import { lazy, Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { RouterProvider, type RouterProviderProps } from 'react-router-dom'
import { useIsNarrow } from '#platform/device/narrow.ts'
import { shellStart } from '#platform/device/bridge.ts'
import { colorSchemeManager } from '#platform/device/color-scheme.ts'
import { CurrentRouter } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { startSession, useSession } from '#platform/session/session.ts'
import { cssVariables, theme } from '#platform/device/theme.ts'
import { SpokenLanguage, useSpokenLanguage } from '#platform/text/translation.ts'
import { TicketExtras } from '#features/inbox/tickets/pane/TicketExtras.tsx'
import { Downloads } from './shell/Downloads.tsx'
import { MemoryLoginNotice } from './shell/MemoryLoginNotice.tsx'
import { ShellGate } from './shell/ShellGate.tsx'
import { StartScreen } from './StartScreen.tsx'

const ticketExtras = {
  ScheduleDialog: lazy(async () => ({
    default: (await import('#features/outreach/schedules/ScheduleDialog.tsx')).ScheduleDialog
  }))
}

/** The theme with the name of every close button in the person's language. */
function useTheme() {
  const { t } = useTranslation()
  const close = t('close')
  return useMemo(() => {
    const defaultProps = { closeButtonProps: { 'aria-label': close } }
    // The line with the title is the head of the dialog, and no second banner of the page.
    const dialog = { defaultProps: { ...defaultProps, attributes: { header: { role: 'presentation' } } } }
    return mergeThemeOverrides(theme, {
      components: { Modal: dialog, Drawer: dialog, Notification: { defaultProps } }
    })
  }, [close])
}

/** Neither over the top bar nor over the message field: beside the ticket list's end, in a narrow window under the bar. */
function Toasts() {
  const isNarrow = useIsNarrow()
  return <Notifications position={isNarrow ? 'top-center' : 'bottom-left'} containerWidth={280} limit={4} />
}

/** Theme and toasts. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={useTheme()}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <SpokenLanguage value={useSpokenLanguage()}>
        <Toasts />
        {children}
      </SpokenLanguage>
    </MantineProvider>
  )
}

/** Says so when another computer took the login over; the session reloads the page by itself. */
function TakeOverWord() {
  const { t } = useTranslation('errors')
  const isTakenOver = useSession((state) => state.isTakenOver)
  useEffect(() => {
    if (isTakenOver) notify.error(t('ERR_SESSION_TAKEN_OVER'), { autoClose: false })
  }, [isTakenOver, t])
  return null
}

export function App({ router }: { router: RouterProviderProps['router'] }) {
  const phase = useSession((state) => state.phase)
  const hasStarted = useRef(false)
  useEffect(() => {
    // Without a server there is nobody to ask.
    if (hasStarted.current || shellStart()?.server === null) return
    hasStarted.current = true
    void startSession()
  }, [])
  const isWaiting = phase === 'loading' || phase === 'unreachable'
  return (
    <Frame>
      <TakeOverWord />
      <MemoryLoginNotice />
      <Suspense fallback={<StartScreen isUnreachable={false} />}>
        <ShellGate>
          {isWaiting ? (
            <StartScreen isUnreachable={phase === 'unreachable'} />
          ) : (
            <CurrentRouter value={router}>
              <TicketExtras value={ticketExtras}>
                <RouterProvider router={router} />
              </TicketExtras>
            </CurrentRouter>
          )}
        </ShellGate>
      </Suspense>
      <Downloads />
    </Frame>
  )
}
