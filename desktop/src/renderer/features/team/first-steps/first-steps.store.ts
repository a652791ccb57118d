// Which of the first steps are done: asked again shortly after what they are about has changed, until all are.
import { create } from 'zustand'
import { connectionEvent, connectionSessionEvent } from '@guiche/shared/features/inbox/connections.ts'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { invitationEvent } from '@guiche/shared/features/org/invitations.ts'
import { queueEvent } from '@guiche/shared/features/org/queues.ts'
import { settingEvent } from '@guiche/shared/features/org/settings.ts'
import { userEvent } from '@guiche/shared/features/org/users.ts'
import { firstSteps, showFirstSteps, type FirstStep } from '@guiche/shared/features/team/first-steps.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { useSession } from '#platform/session/session.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { createNewest } from '#platform/state/newest.ts'

/** Milliseconds in which changes are gathered into one question. */
const gatherFor = 1_000
/** Milliseconds after which a company is no beginner: the list shows where it is asked for. */
const youth = 30 * 86_400_000

interface FirstStepsState {
  /** Null until it is known. */
  done: FirstStep[] | null
}

const useDone = create<FirstStepsState>(() => ({ done: null }))
const asked = createNewest()

const isComplete = (): boolean => useDone.getState().done?.length === firstSteps.length

/** A list that cannot be had is none: it is help, and no news. */
async function load(): Promise<void> {
  const isNewest = asked.begin()
  try {
    const { done } = await call(showFirstSteps)
    if (isNewest()) useDone.setState({ done })
  } catch {
    // The next change asks again.
  }
}

/** Asks once whether something is left to do. */
export function askFirstSteps(): void {
  if (!isComplete()) void load()
}

/** Keeps the list true while it shows, until the answer is called. */
export function followFirstSteps(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const askSoon = () => {
    if (isComplete()) return
    timer ??= setTimeout(() => {
      timer = undefined
      void load()
    }, gatherFor)
  }
  const events = [connectionEvent, connectionSessionEvent, queueEvent, userEvent, invitationEvent, settingEvent]
  const stops = [
    ...events.map((event) => listen(event, askSoon)),
    listen(messageEvent, () => {
      // Many arrive: only who still waits for the first answer asks for each.
      if (useDone.getState().done?.includes('answered') !== true) askSoon()
    }),
    onLifecycle({ reload: askSoon, online: askSoon })
  ]
  return () => {
    clearTimeout(timer)
    stops.forEach((stop) => stop())
  }
}

const isYoung = (since: string | undefined): boolean => since !== undefined && Date.now() - Date.parse(since) < youth

/** What is done, null where the list does not show; `isOpen` while something is left to do, shown or not. */
export function useFirstSteps(): { shown: FirstStep[] | null; isOpen: boolean } {
  const done = useDone((state) => state.done)
  const choice = useLocalValue('firstSteps')
  const since = useSession(({ user }) => user?.company.createdAt)
  const isOpen = done !== null && done.length < firstSteps.length
  const isShown = isOpen && (choice === 'shown' || (choice === 'auto' && isYoung(since)))
  return { shown: isShown ? done : null, isOpen }
}

onLifecycle({
  signedOut: () => {
    asked.outdate()
    useDone.setState({ done: null })
  }
})
