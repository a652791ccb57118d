// Answers the console: checks who asks, what is asked and what is answered, in one place for every channel.
import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import type { z } from 'zod'
import { parseArgs, type ArgsOut, type Channel, type Notice, type Payload, type Schemas } from '#bridge/channel.ts'
import { isOwnUrl } from '../platform/own-page.ts'

/** Errors: a call from anything but the console's own top frame. */
function checkSender({ senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): void {
  if (senderFrame === null) throw new Error('a frame that is gone may not ask')
  if (senderFrame.parent !== null || !isOwnUrl(senderFrame.url)) throw new Error('only the console may ask')
}

/** Handles a channel from now on, as `ipcMain.handle` does. What the handler throws reaches the console as an error. */
export function handle<A extends Schemas, R extends z.ZodType>(
  channel: Channel<A, R>,
  handler: (...args: ArgsOut<A>) => z.input<R> | Promise<z.input<R>>
): void {
  ipcMain.handle(channel.name, async (event, ...given: unknown[]) => {
    checkSender(event)
    return channel.reply.parse(await handler(...parseArgs(channel, given)))
  })
}

/** Sends a notice to the console, when its page is there. */
export function send<N extends Notice>(contents: WebContents | undefined, notice: N, payload: Payload<N>): void {
  if (contents && !contents.isDestroyed()) contents.send(notice.name, notice.payload.parse(payload))
}
