// The bridge to the shell, when the console runs inside it; everything works without one.
import type { z } from 'zod'
import type { ArgsIn, Channel, Notice, Payload, Schemas } from '#bridge/channel.ts'
import type { ExposedBridge } from '#bridge/names.ts'
import { startConsole, type ShellStart } from '#bridge/shell-channels.ts'

declare global {
  interface Window {
    guiche?: ExposedBridge
  }
}

/** True inside the desktop app. */
export const hasShell = (): boolean => window.guiche !== undefined

/** Calls the shell, as `ipcRenderer.invoke` does. Errors: there is none, or it refuses. */
export async function invoke<A extends Schemas, R extends z.ZodType>(
  channel: Channel<A, R>,
  ...args: ArgsIn<A>
): Promise<z.output<R>> {
  if (!window.guiche) throw new Error('there is no shell')
  return window.guiche.invoke(channel.name, args) as Promise<z.output<R>>
}

/** Calls the shell when there is one; whether that works is of no consequence here. */
export function send<A extends Schemas, R extends z.ZodType>(channel: Channel<A, R>, ...args: ArgsIn<A>): void {
  if (hasShell()) invoke(channel, ...args).catch(() => undefined)
}

/** Calls back with every such notice of the shell; never in a browser. Returns the way to stop. */
export const onNotice = <N extends Notice>({ name }: N, fn: (payload: Payload<N>) => void): (() => void) =>
  window.guiche?.on(name, (payload) => fn(payload as Payload<N>)) ?? (() => undefined)

let start: ShellStart | null = null

/** Learns from the shell how the console starts; has to come before everything else. */
export async function connectShell(): Promise<void> {
  start = hasShell() ? await invoke(startConsole) : null
}

/** What the shell said at the start; null in a browser. */
export const shellStart = (): ShellStart | null => start
