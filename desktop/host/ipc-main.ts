// Calls of pages to the main process.
import { EventEmitter } from 'node:events'
import { like, strict } from './strict.ts'

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: any[]) => unknown

const handlers = new Map<string, Handler>()
/** Messages that want no answer. */
export const ipcEvents = new EventEmitter()
export const handlerOf = (channel: string): Handler | undefined => handlers.get(channel)

type Keys = 'handle' | 'handleOnce' | 'removeHandler'
export const ipcMain = like<Electron.IpcMain, Keys, 'on' | 'once' | 'off' | 'removeAllListeners'>()(
  strict(
    'ipcMain',
    Object.assign(ipcEvents, {
      handle: (channel: string, handler: Handler) => {
        if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
        handlers.set(channel, handler)
      },
      handleOnce: (channel: string, handler: Handler) => {
        handlers.set(channel, (...args) => {
          handlers.delete(channel)
          return handler(...args)
        })
      },
      removeHandler: (channel: string) => void handlers.delete(channel),
      hostHandlerOf: handlerOf
    })
  )
)
