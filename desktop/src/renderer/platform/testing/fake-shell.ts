// A shell for screen tests: answers the bridge inside the page, checks both ends against the contract, tells notices.
import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import { parseArgs, type ArgsOut, type Channel, type Notice, type Payload, type Schemas } from '#bridge/channel.ts'
import { startConsole, reportLanguage, type ShellStart } from '#bridge/shell-channels.ts'
import { takeIntents, reportUnread } from '#bridge/notification-channels.ts'
import * as kept from '#bridge/snapshot-channels.ts'
import { deleteLogin, renewThere, signOutThere } from '#bridge/login-channels.ts'
import { checkServer, type CheckedServer } from '#bridge/server-channels.ts'
import { connectShell } from '../device/bridge.ts'

type Handler = (...args: unknown[]) => unknown

export interface FakeShell {
  /** Answers a channel from now on. */
  on<A extends Schemas, R extends z.ZodType>(
    channel: Channel<A, R>,
    handler: (...args: ArgsOut<A>) => z.input<R> | Promise<z.input<R>>
  ): void
  /** Arguments of every call of a channel so far. */
  callsOf(channel: Channel): unknown[][]
  send<N extends Notice>(notice: N, payload: Payload<N>): void
}

/** The fake server answers at the page's own origin. */
function usual(): ShellStart {
  return {
    version: '0.1.0',
    platform: 'linux',
    server: window.location.origin,
    isServerFixed: false,
    login: 'none',
    keeping: 'keychain',
    language: 'pt',
    pausedUntil: null
  }
}

/** Puts a shell around the page until the test ends. */
export async function startFakeShell(part: Partial<ShellStart> = {}): Promise<FakeShell> {
  const handlers = new Map<string, { channel: Channel; handler: Handler }>()
  const calls = new Map<string, unknown[][]>()
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const shell: FakeShell = {
    on: (channel, handler) => void handlers.set(channel.name, { channel, handler: handler as Handler }),
    callsOf: ({ name }) => calls.get(name) ?? [],
    send: ({ name, payload: schema }, payload) => {
      for (const fn of listeners.get(name) ?? []) fn(schema.parse(payload))
    }
  }
  window.guiche = {
    invoke: async (name, args) => {
      const known = handlers.get(name)
      if (!known) throw new Error(`nothing answers ${name}`)
      const parsed = parseArgs(known.channel, args)
      calls.set(name, [...(calls.get(name) ?? []), [...parsed]])
      return known.channel.reply.parse(await known.handler(...parsed))
    },
    on: (name, fn) => {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(fn))
      return () => void set.delete(fn)
    }
  }
  shell.on(startConsole, () => ({ ...usual(), ...part }))
  shell.on(reportLanguage, () => undefined)
  shell.on(reportUnread, () => undefined)
  shell.on(takeIntents, () => [])
  shell.on(kept.readSnapshotOnDisk, () => null)
  shell.on(kept.readSnapshotPart, () => null)
  shell.on(kept.writeSnapshotPart, () => undefined)
  shell.on(kept.dropSnapshotParts, () => undefined)
  shell.on(kept.listPending, () => [])
  shell.on(kept.storePending, () => undefined)
  shell.on(kept.dropPending, () => undefined)
  shell.on(kept.storePendingFile, () => true)
  shell.on(kept.readPendingFile, () => null)
  shell.on(kept.listReplies, () => [])
  shell.on(kept.dropReply, () => undefined)
  shell.on(renewThere, () => ({ status: 401, text: '{"error":"ERR_SESSION_ENDED"}' }))
  shell.on(deleteLogin, () => undefined)
  shell.on(signOutThere, () => undefined)
  shell.on(checkServer, (address): CheckedServer => ({
    ok: true,
    address,
    version: '0.1.0',
    isEncrypted: true,
    linkOrigin: null
  }))
  await connectShell()
  onTestFinished(async () => {
    delete window.guiche
    await connectShell()
  })
  return shell
}
