// The bus inside the server: events are emitted in a transaction and heard after its commit.
import type { Logger } from 'pino'
import type { Ctx, EventBus } from '../ctx.ts'
import type { DomainEvent, WireMessage } from './domain-event.ts'

type Projection = (payload: never) => WireMessage[]
type Listener = (ctx: Ctx, payload: never) => Promise<void> | void

export interface BufferedEvent {
  event: DomainEvent<unknown>
  payload: unknown
}

export interface EventHub extends EventBus {
  /** A bus for one transaction: holds what is emitted in `held`. */
  holding(held: BufferedEvent[]): EventBus
  projectionsOf(held: BufferedEvent[]): WireMessage[]
  dispatch(ctx: Ctx, held: BufferedEvent[]): void
}

/** Makes the process-wide bus. */
export function createEventBus(log: Logger): EventHub {
  const projections = new Map<string, Projection[]>()
  const listeners = new Map<string, Listener[]>()
  const running = new Set<Promise<void>>()
  const add = <V>(map: Map<string, V[]>, name: string, value: V) =>
    void map.set(name, [...(map.get(name) ?? []), value])

  const run = async (ctx: Ctx, listener: Listener, { event, payload }: BufferedEvent): Promise<void> => {
    try {
      await listener(ctx, payload as never)
    } catch (error) {
      log.error({ err: error, event: event.name }, 'a listener failed')
    }
  }

  const hub: EventHub = {
    emit: (event) => {
      throw new Error(`${event.name} was emitted outside a transaction`)
    },
    project: (event, projection) => add(projections, event.name, projection as Projection),
    on: (event, listener) => add(listeners, event.name, listener as Listener),
    drain: async () => {
      while (running.size > 0) await Promise.all(running)
    },
    holding: (held) => ({
      emit: (event, payload) => void held.push({ event, payload }),
      project: hub.project,
      on: hub.on,
      drain: hub.drain
    }),
    projectionsOf: (held) =>
      held.flatMap(({ event, payload }) =>
        (projections.get(event.name) ?? []).flatMap((project) => project(payload as never))
      ),
    dispatch: (ctx, held) => {
      for (const one of held) {
        for (const listener of listeners.get(one.event.name) ?? []) {
          const work = run(ctx, listener, one).finally(() => running.delete(work))
          running.add(work)
        }
      }
    }
  }
  return hub
}
