// What a desktop shows outside the window: tray icon and notifications. A recorder sees what they are told.
import { EventEmitter } from 'node:events'
import type { NativeImage } from './shell/images.ts'
import type { Menu } from './shell/menus.ts'

export class Tray extends EventEmitter {
  #isDestroyed = false
  constructor(image: NativeImage | string) {
    super()
    this.setImage(image)
  }
  setImage(_image: NativeImage | string): void {}
  setToolTip(_text: string): void {}
  setTitle(_text: string): void {}
  setContextMenu(_menu: Menu | null): void {}
  destroy(): void {
    this.#isDestroyed = true
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
}
undefined as unknown as Tray satisfies Pick<Electron.Tray, 'setToolTip' | 'setTitle' | 'destroy' | 'isDestroyed'>

type Activation = (details: Electron.ActivationArguments) => void
let lastNumber = 0

export class Notification extends EventEmitter {
  readonly id: string
  readonly groupId: string
  title: string
  body: string
  silent: boolean
  hasReply: boolean
  replyPlaceholder: string
  actions: Electron.NotificationAction[]
  urgency: 'normal' | 'critical' | 'low'
  timeoutType: 'default' | 'never'
  readonly hostIcon: NativeImage | string | undefined
  static hostActivation: Activation | undefined

  constructor(options: Omit<Electron.NotificationConstructorOptions, 'icon'> & { icon?: NativeImage | string } = {}) {
    super()
    this.id = options.id || `host-${++lastNumber}`
    this.groupId = options.groupId ?? ''
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    this.silent = options.silent ?? false
    this.hasReply = options.hasReply ?? false
    this.replyPlaceholder = options.replyPlaceholder ?? ''
    this.actions = options.actions ?? []
    this.urgency = options.urgency ?? 'normal'
    this.timeoutType = options.timeoutType ?? 'default'
    this.hostIcon = options.icon
  }
  static isSupported(): boolean {
    return true
  }
  static handleActivation(callback: Activation): void {
    Notification.hostActivation = callback
  }
  static async getHistory(): Promise<Notification[]> {
    return []
  }
  static remove(_id: string | string[]): void {}
  show(): void {
    setImmediate(() => this.emit('show', {}))
  }
  close(): void {
    setImmediate(() => this.emit('close', {}))
  }
}
undefined as unknown as Notification satisfies Pick<
  Electron.Notification,
  'id' | 'groupId' | 'title' | 'body' | 'silent' | 'hasReply' | 'replyPlaceholder' | 'actions' | 'show' | 'close'
>
undefined as unknown as typeof Notification satisfies Pick<
  typeof Electron.Notification,
  'isSupported' | 'handleActivation' | 'remove'
>
