// Web Push in this browser: whether it can, whether it does, and the server's knowledge of it.
import {
  deletePushSubscription,
  pushSubscriptionDraft,
  savePushSubscription,
  showPushKey,
  testPush
} from '@guiche/shared/features/inbox/push.ts'
import { call } from '../net/http.ts'
import { hasShell } from './bridge.ts'

/** `install`: an iPhone or iPad, which pushes to what is on the home screen alone. `off-here`: the server does not push. */
export type PushState = 'unsupported' | 'install' | 'off-here' | 'denied' | 'on' | 'off'

/** Id of the person who switched it on in this browser: whoever signs in next has not. */
const storageKey = 'pushFor'

function isMarked(userId: number): boolean {
  try {
    return localStorage.getItem(storageKey) === String(userId)
  } catch {
    return false
  }
}

function mark(userId: number | null): void {
  try {
    if (userId === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, String(userId))
  } catch {
    // A forbidden storage: it holds until the page is left.
  }
}

function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

async function managerHere(): Promise<PushManager | undefined> {
  if (hasShell() || !('serviceWorker' in navigator) || !('Notification' in window)) return undefined
  const registration = await navigator.serviceWorker.getRegistration(import.meta.env.BASE_URL).catch(() => undefined)
  return registration?.pushManager
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  await call(savePushSubscription, { body: pushSubscriptionDraft.parse(subscription.toJSON()) })
}

/** Errors: those of the call that asks for the server's key. */
export async function pushState(userId: number): Promise<PushState> {
  const manager = await managerHere()
  if (!manager) return isApple() ? 'install' : 'unsupported'
  const { key } = await call(showPushKey)
  if (key === null) return 'off-here'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await manager.getSubscription()
  return subscription && isMarked(userId) && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Asks the browser, then tells the server; has to follow a press of a button. Errors: those of the browser and the call. */
export async function switchPushOn(userId: number): Promise<PushState> {
  const manager = await managerHere()
  const { key } = await call(showPushKey)
  if (!manager || key === null) return pushState(userId)
  if ((await Notification.requestPermission()) !== 'granted') return pushState(userId)
  // One that was made for another key, or for another person, is none to go on with.
  await (await manager.getSubscription())?.unsubscribe()
  await tellServer(await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  mark(userId)
  return 'on'
}

export async function switchPushOff(): Promise<PushState> {
  const subscription = await (await managerHere())?.getSubscription()
  mark(null)
  if (subscription) {
    await call(deletePushSubscription, { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  return 'off'
}

/** Tells the server again: of a new login, and of an address that the browser has changed. */
export async function refreshPush(userId: number): Promise<void> {
  if (!isMarked(userId)) return
  const subscription = await (await managerHere())?.getSubscription()
  if (subscription && Notification.permission === 'granted') await tellServer(subscription)
}

/** Errors: ERR_NOT_FOUND when the server or the push service does not know this browser. */
export async function sendTestPush(): Promise<void> {
  const subscription = await (await managerHere())?.getSubscription()
  if (subscription) await call(testPush, { body: { endpoint: subscription.endpoint } })
}
