// What stands before the console in the desktop app: no server yet, a server that does not fit, a locked keychain.
import { lazy, useEffect, useState, type ReactNode } from 'react'
import { Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { checkServer, type CheckedServer } from '#bridge/server-channels.ts'
import { woke } from '#bridge/shell-channels.ts'
import { invoke, onNotice, shellStart } from '#platform/device/bridge.ts'
import { openServerChoice, useServerChoice } from '#platform/session/server-choice.ts'
import { abandonStoredLogin, startSession, useSession } from '#platform/session/session.ts'
import { Logo } from '#ui/layout/Logo.tsx'
import { UpdateStatus } from '#ui/feedback/UpdateStatus.tsx'

const ServerScreen = lazy(() => import('./ServerScreen.tsx').then((module) => ({ default: module.ServerScreen })))

function Notice({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack align="center" gap="sm" maw={440} ta="center">
        <Logo size={44} />
        <Title order={1}>{title}</Title>
        <Text c="dimmed" component="div">
          {text}
        </Text>
        <Group gap="xs" justify="center">
          {children}
        </Group>
      </Stack>
    </Center>
  )
}

function ChangeServer() {
  const { t } = useTranslation('shell')
  if (shellStart()?.isServerFixed !== false) return null
  return (
    <Button variant="default" onClick={() => openServerChoice(true)}>
      {t('changeServer')}
    </Button>
  )
}

/** Milliseconds between looks at a locked keychain; some systems ask the person for its password at each. */
const lookInterval = 120_000
/** Milliseconds after a look in which focus means nothing: the system's question had it. */
const focusGap = 5_000

/** Takes up the login when the keychain is open, also in a window that nobody looks at. */
function useUnlocking(): void {
  return useEffect(() => {
    let lookedAt = Date.now()
    let isLooking = false
    const look = async (): Promise<void> => {
      if (isLooking) return
      isLooking = true
      await startSession()
      isLooking = false
      lookedAt = Date.now()
    }
    const lookSoon = () => void look()
    const onFocus = () => {
      if (Date.now() - lookedAt > focusGap) lookSoon()
    }
    const stop = onNotice(woke, lookSoon)
    const timer = setInterval(lookSoon, lookInterval)
    window.addEventListener('focus', onFocus)
    return () => {
      stop()
      clearInterval(timer)
      window.removeEventListener('focus', onFocus)
    }
  }, [])
}

function LockedScreen() {
  const { t } = useTranslation('shell')
  useUnlocking()
  const [isBusy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  const tryAgain = async () => {
    setBusy(true)
    await startSession()
    setBusy(false)
    setTries((count) => count + 1)
  }
  const text = (
    <>
      {t('lockedText')}
      {/* Each try says it anew, or the button would seem to do nothing. */}
      <Text key={tries} role="alert" c="var(--g-bad)" mt="xs">
        {tries > 0 && !isBusy && t('lockedStill')}
      </Text>
    </>
  )
  return (
    <Notice title={t('lockedTitle')} text={text}>
      <Button loading={isBusy} onClick={() => void tryAgain()}>
        {t('tryAgain')}
      </Button>
      <Button variant="default" onClick={abandonStoredLogin}>
        {t('signInAgain')}
      </Button>
    </Notice>
  )
}

type Refused = Extract<CheckedServer, { ok: false }>

/** Only versions that do not fit stop the console; a server that is away is waited for. */
function useMisfit(): [Refused | null, () => void] {
  const [refused, setRefused] = useState<Refused | null>(null)
  const [round, setRound] = useState(0)
  const server = shellStart()?.server ?? null
  useEffect(() => {
    if (server === null) return
    invoke(checkServer, server).then(
      (checked) => setRefused(!checked.ok && checked.reason.endsWith('too-old') ? checked : null),
      () => undefined
    )
  }, [server, round])
  return [refused, () => setRound(round + 1)]
}

function ConnectedGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const [misfit, lookAgain] = useMisfit()
  const isLocked = useSession(({ phase }) => phase === 'locked')
  if (misfit) {
    const version = shellStart()?.version
    return (
      <Notice
        title={t('incompatibleTitle')}
        text={
          <>
            <p>{t(`refused_${misfit.reason}`, { detail: misfit.detail })}</p>
            <p>{t('yourVersion', { version })}</p>
            {misfit.reason === 'app-too-old' && <UpdateStatus align="center" />}
          </>
        }
      >
        <Button onClick={lookAgain}>{t('tryAgain')}</Button>
        <ChangeServer />
      </Notice>
    )
  }
  return isLocked ? <LockedScreen /> : children
}

/** Lets the console through; in a browser always. */
export function ShellGate({ children }: { children: ReactNode }) {
  const isChoosing = useServerChoice(({ isOpen }) => isOpen)
  const start = shellStart()
  if (start === null) return children
  if (start.server === null) return <ServerScreen />
  if (isChoosing) return <ServerScreen onClose={() => openServerChoice(false)} />
  return <ConnectedGate>{children}</ConnectedGate>
}
