// Sends messages to the sockets of this node: as they are to those that read the contract, translated to older ones.
import type { Logger } from 'pino'
import type { Server } from 'socket.io'
import type { WireMessage } from '#platform/events/domain-event.ts'
import type { Translator } from '#platform/text/translator.ts'
import { roomOf } from './rooms.ts'

interface SenderParts {
  io: Pick<Server, 'local' | 'sockets'>
  translator: Translator
  log: Logger
}

export interface SocketSender {
  send(message: WireMessage): void
  /** Resolves when nothing is being translated. */
  settle(): Promise<void>
}

/** Messages of a company keep their order for older sockets as well, although some of them are looked up first. */
export function createSocketSender({ io, translator, log }: SenderParts): SocketSender {
  const translating = new Map<number, Promise<void>>()
  const emit = ({ rooms, except = [], name, payload }: WireMessage, besides: string[] = []): void => {
    if (rooms.length > 0)
      io.local
        .to(rooms)
        .except([...except, ...besides])
        .emit(name, payload)
  }

  const translate = async (message: WireMessage): Promise<WireMessage[]> => {
    try {
      return await translator.messages(message)
    } catch (error) {
      log.error({ err: error, event: message.name }, 'a message was not translated')
      return [message]
    }
  }
  const sendTranslated = (message: WireMessage): void => {
    const { companyId } = message
    const ready = translate(message)
    const work = (translating.get(companyId) ?? Promise.resolve()).then(async () => {
      for (const one of await ready) emit(one, [roomOf.contract(companyId)])
      if (translating.get(companyId) === work) translating.delete(companyId)
    })
    translating.set(companyId, work)
  }

  return {
    send: (message) => {
      const older = roomOf.older(message.companyId)
      // Where nobody needs it, nothing is translated.
      if (!io.sockets.adapter.rooms.has(older)) return emit(message)
      emit(message, [older])
      sendTranslated(message)
    },
    settle: async () => {
      while (translating.size > 0) await Promise.all(translating.values())
    }
  }
}
