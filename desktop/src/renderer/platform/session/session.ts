// Who is signed in: login, the refresh at start, logout, and the take-over by another computer.
import { create } from 'zustand'
import {
  hasPermission,
  isAdmin,
  isPlanFlagOn,
  type PermissionKey,
  type PlanFlag
} from '@guiche/shared/kernel/access.ts'
import {
  authEvent,
  login,
  logout,
  type LoginOrigin,
  type LoginReply,
  type SessionUser
} from '@guiche/shared/features/org/auth.ts'
import { companyEvent, showCompanyPlan } from '@guiche/shared/features/org/companies.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { userEvent } from '@guiche/shared/features/org/users.ts'
import { ApiError, hasCode } from '../net/api-error.ts'
import { deleteLogin, keychainLocked, signInThere, signOutThere } from '#bridge/login-channels.ts'
import {
  claimsOf,
  clearToken,
  hasStoredLogin,
  identityKeys,
  readToken,
  refreshLogin,
  storeToken,
  takeLogin
} from '../net/access-token.ts'
import { invoke, hasShell, send } from '../device/bridge.ts'
import { abandonCalls, call, onSessionEnd } from '../net/http.ts'
import { createListeners } from '../net/listeners.ts'
import { createDelay } from '../state/delay.ts'
import { createNewest } from '../state/newest.ts'
import { persistFor } from '../state/persisted.ts'
import { notify } from '../device/notify.ts'
import { addToSnapshot, snapshotChanged, readSnapshot, showSnapshot, type Snapshot } from '../state/opening-snapshot.ts'
import { startsOver } from './number-right.ts'
import { rememberIdentity } from './remember-identity.ts'
import { dropTakeOverNote, leaveTakeOverNote, originOf } from './take-over-note.ts'
import { closeRealtime, listen, openRealtime, startOffline, useRealtime } from '../net/realtime.ts'

/** Milliseconds between the word that another computer took over and the reload. */
const takeOverDelay = 1_000
/** Milliseconds for which the reason stands why a login has ended. */
const endedStay = 8_000
/** Milliseconds before a start that found no server tries again. */
const startAgainDelay = 3_000

interface SessionState {
  /** `unreachable`: somebody may be signed in, but the server does not answer; `locked`: nor does the keychain. */
  phase: 'loading' | 'unreachable' | 'locked' | 'in' | 'out'
  user: SessionUser | null
  plan: Plan | null
  isTakenOver: boolean
}

export const useSession = create<SessionState>(() => ({ phase: 'loading', user: null, plan: null, isTakenOver: false }))

const signedOut = createListeners()
/** Calls back when a login ends, so that a store can forget what it holds. Returns the way to stop. */
export const onSignedOut = signedOut.add
onSignedOut(abandonCalls)

/** Whether the company writes campaigns: its own setting says so, and its plan does not forbid it. */
export function isCampaigning(user: SessionUser, plan: Plan | null): boolean {
  return (
    user.company.settings.some(({ key, value }) => key === 'campaignsEnabled' && value === 'true') &&
    isPlanFlagOn(plan, 'useCampaigns')
  )
}

/** The picture that is shown until the line is up. */
const useOpened = create<{ picture: Snapshot | null }>(() => ({ picture: null }))
const forgetPicture = (): void => useOpened.setState({ picture: null })

const startAgain = createDelay(startAgainDelay, () => void startSession())

/** What was asked and heard of the company: an answer that something else overtook says nothing new. */
const companyNews = createNewest()

function putCompany(part: Partial<SessionUser['company']>, plan: Plan | null): void {
  const own = useSession.getState().user
  if (own === null) return
  const user = { ...own, company: { ...own.company, ...part } }
  useSession.setState({ user, plan })
  rememberIdentity(user, isCampaigning(user, plan))
}

/** Asks for the company's plan and due date. */
async function askCompany(): Promise<void> {
  const isNewest = companyNews.begin()
  const { user } = useSession.getState()
  if (user === null) return
  try {
    const { plan, name, status, dueDate } = await call(showCompanyPlan, { params: { companyId: user.companyId } })
    if (isNewest()) putCompany({ name, status, dueDate }, plan)
  } catch {
    // A missing plan counts as one with everything; the server decides in the end.
  }
}

function enter({ user, seq }: LoginReply): void {
  const known = useSession.getState()
  const isKnown = known.user?.id === user.id && known.user.companyId === user.companyId
  if (known.user !== null && isKnown && startsOver(known.user, user)) return
  if (known.user !== null && !isKnown) signedOut.notify()
  const knownPlan = isKnown ? known.plan : null
  // What is shown is as old as the picture; without one everything is loaded after this answer.
  const after = (isKnown ? useOpened.getState().picture?.seq : undefined) ?? seq ?? null
  forgetPicture()
  persistFor(user)
  rememberIdentity(user, isCampaigning(user, knownPlan))
  useSession.setState({ phase: 'in', user, plan: knownPlan, isTakenOver: false })
  openRealtime(user, after)
  void askCompany()
}

function leave(): void {
  startAgain.stop()
  companyNews.outdate()
  forgetPicture()
  persistFor(null)
  clearToken()
  send(deleteLogin)
  for (const key of identityKeys) localStorage.removeItem(key)
  closeRealtime()
  useSession.setState({ phase: 'out', user: null, plan: null })
  signedOut.notify()
}

/** Between console and server may stand a stranger; the shell's login ends by the server's own word alone. */
const isOver = ({ status }: ApiError): boolean =>
  hasShell() ? status === 401 : status >= 400 && status < 500 && status !== 429

/** Shows the desk as it was when the app last had a line, before anybody has been asked. */
async function openSnapshot(): Promise<void> {
  const found = await readSnapshot()
  const { user, plan } = (found?.parts['session'] ?? {}) as Partial<Pick<SessionState, 'user' | 'plan'>>
  if (!found || !user || useSession.getState().phase !== 'loading') return
  useOpened.setState({ picture: found })
  persistFor(user)
  useSession.setState({ phase: 'in', user, plan: plan ?? null, isTakenOver: false })
  showSnapshot(found)
}

/** Restores the login of a stored token; a page without one is signed out. */
export async function startSession(): Promise<void> {
  if (!hasStoredLogin()) {
    useSession.setState({ phase: 'out' })
    return
  }
  if (useSession.getState().phase === 'loading') await openSnapshot()
  try {
    enter(await refreshLogin())
  } catch (error) {
    if (hasCode(error, 'ERR_SESSION_TAKEN_OVER')) noteTakeOver(originOf(error))
    if (error instanceof ApiError && isOver(error)) return leave()
    if (hasCode(error, keychainLocked)) return useSession.setState({ phase: 'locked' })
    const { picture } = useOpened.getState()
    if (picture === null) useSession.setState({ phase: 'unreachable' })
    else startOffline(picture.at)
    startAgain.restart()
  }
}

/** Opens the desk with the answer to a login. */
export function begin(reply: LoginReply): SessionUser {
  storeToken(reply.token)
  dropTakeOverNote()
  enter(reply)
  return reply.user
}

/** Signs in. Errors: ApiError 428 with a challenge where a code is asked for, 404 for an unknown e-mail, 401 for a wrong password. */
export async function signIn(email: string, password: string): Promise<SessionUser> {
  const body = { email, password }
  return begin(hasShell() ? takeLogin(await invoke(signInThere, body)) : await call(login, { body }))
}

/** Goes to the login though somebody is signed in whose login the keychain does not hand out. */
export const abandonStoredLogin = (): void => useSession.setState({ phase: 'out' })

/** Signs out here, whether or not the server can be told. */
export async function signOut(): Promise<void> {
  await (hasShell() ? invoke(signOutThere) : call(logout)).catch(() => undefined)
  leave()
}

addToSnapshot('session', {
  take: () => ({ user: useSession.getState().user, plan: useSession.getState().plan }),
  // The login comes first, and not from here.
  show: () => undefined
})
useSession.subscribe(snapshotChanged)

/** What stays in this browser when a login was taken over, and what was being written; the to-do list is nowhere else. */
const outlasting = ['preferredTheme', 'language', 'ticketListWidth', 'chatListWidth', 'tasks']

const noteTakeOver = (by: LoginOrigin | null): void => leaveTakeOverNote(useSession.getState().user?.email ?? '', by)

/** True when another tab of this browser has signed in as the same person: the cookie they share belongs to that login. */
async function isOwnBrowser(): Promise<boolean> {
  if (hasShell()) return false
  try {
    await refreshLogin()
    return true
  } catch (error) {
    const by = originOf(error)
    if (by !== null) noteTakeOver(by)
    return false
  }
}

/** Forgets everything and starts again at the login. */
async function startAnew(): Promise<void> {
  // The other tab may have got its cookie only now.
  if (!(await isOwnBrowser())) {
    const kept = Object.entries(localStorage).filter(([key]) => outlasting.includes(key) || key.startsWith('draft:'))
    localStorage.clear()
    for (const [key, value] of kept) localStorage.setItem(key, value as string)
  } else dropTakeOverNote()
  window.location.reload()
}

/** Another computer signed in as the same user: say so, forget everything, start again at the login. */
function giveWay(by: LoginOrigin | null): void {
  noteTakeOver(by)
  useSession.setState({ isTakenOver: true })
  send(deleteLogin)
  closeRealtime()
  setTimeout(() => void startAnew(), takeOverDelay)
}

/** Milliseconds before each look whether the cookie is the newer login's. */
const cookieDelays = [0, 200, 600]

/** A newer login of the same person: of another tab, which this one follows, or of another computer. */
async function yieldTo(sessionId: string, by: LoginOrigin | null): Promise<void> {
  // A call that is refused meanwhile ends the login without knowing whence.
  noteTakeOver(by)
  // The news may be here before the other tab's answer with the cookie.
  for (const delay of hasShell() ? [] : cookieDelays) {
    await new Promise((resolve) => setTimeout(resolve, delay))
    if ((await isOwnBrowser()) && claimsOf(readToken()).sid === sessionId) return dropTakeOverNote()
  }
  if (!useSession.getState().isTakenOver) giveWay(by)
}

onSessionEnd((error) => {
  const { phase, isTakenOver } = useSession.getState()
  if (phase !== 'in' || isTakenOver) return
  if (error.code === 'ERR_SESSION_TAKEN_OVER') return giveWay(originOf(error))
  leave()
  // Nobody is sent to the login without a word about why.
  notify.error(error, { autoClose: endedStay })
})

listen(authEvent, ({ user, sessionId, by }) => {
  const own = useSession.getState().user
  if (own?.id === user.id && claimsOf(readToken()).sid !== sessionId) void yieldTo(sessionId, by ?? null)
})

listen(userEvent, (event) => {
  const own = useSession.getState().user
  if (event.action === 'delete' || own?.id !== event.user.id) return
  const user = { ...own, ...event.user }
  if (!startsOver(own, user)) useSession.setState({ user })
})

listen(companyEvent, ({ company, plan, campaignsEnabled }) => {
  const own = useSession.getState().user
  if (own?.companyId !== company.id) return
  companyNews.outdate()
  const settings = own.company.settings.map((setting) =>
    setting.key === 'campaignsEnabled' ? { ...setting, value: String(campaignsEnabled) } : setting
  )
  putCompany({ ...company, settings }, plan)
})

// This event is not kept for those who were away.
useRealtime.subscribe(({ state }, before) => {
  if (state === 'online' && before.state === 'offline') void askCompany()
})

/** The signed-in user; for screens behind the login only. */
export function useUser(): SessionUser {
  const user = useSession((state) => state.user)
  if (user === null) throw new Error('nobody is signed in')
  return user
}
export const useIsAdmin = (): boolean => useSession(({ user }) => user !== null && isAdmin(user))
/** Whether the company's plan has a feature; a plan that is not known yet counts as one with everything. */
export const useHasFeature = (flag: PlanFlag): boolean => useSession(({ plan }) => isPlanFlagOn(plan, flag))
/** Whether the signed-in user holds a permission. */
export const useMay = (key: PermissionKey): boolean =>
  useSession(({ user }) => user !== null && hasPermission(user, key))
