// The customers' side of a journey, over the simulator's HTTP API.

export interface PhoneMessage {
  id: string
  from: 'customer' | 'desk' | 'handset'
  kind: string
  text?: string
  caption?: string
  media?: { seconds?: number; mime?: string; size?: number; voice?: boolean }
  quotedId?: string
  revokedAt?: number
  edits: { text: string }[]
  reactions: Record<string, string>
  ackedAt?: number
  readByDeskAt?: number
  /** Raw copies that reached each customer. */
  deliveries: Record<string, number>
}

export interface PhoneCustomer {
  id: string
  number: string
  name: string
}

/** Milliseconds between two looks. */
const pause = 50

/** A simulated WhatsApp as journeys use it. */
export class Phones {
  readonly #base: string
  #count = 0

  constructor(base: string) {
    this.#base = base
  }

  /** Calls the simulator. Errors: what it refuses. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.#base}/api${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  /** A phone for a connection; its number. */
  async addPhone(number: string, name: string): Promise<string> {
    await this.call('POST', '/phones', { number, name })
    return number
  }

  /** Scans what a QR code says. */
  scan(phone: string, qr: string): Promise<unknown> {
    return this.call('POST', `/phones/${phone}/scan`, { qr })
  }

  /** A customer nobody knows yet, who reads at once what arrives unless told otherwise. */
  addCustomer(name: string, wishes: object = {}): Promise<PhoneCustomer> {
    const number = `55119${String(70_000_000 + this.#count++)}`
    return this.call('POST', '/customers', { number, name, addressing: 'lid', receipts: 'delivered', ...wishes })
  }

  write(phone: string, customer: PhoneCustomer, content: string | object): Promise<PhoneMessage> {
    const full = typeof content === 'string' ? { type: 'text', text: content } : content
    return this.call('POST', '/messages', { phone, customer: customer.id, content: full })
  }

  read(phone: string, customer: PhoneCustomer, type: 'read' | 'played' = 'read'): Promise<unknown> {
    return this.call('POST', '/read', { phone, customer: customer.id, type })
  }

  messages(phone: string, customer: PhoneCustomer): Promise<PhoneMessage[]> {
    return this.call('GET', `/chats/${phone}/${customer.id}/messages`)
  }

  /** What the desk sent to a customer, oldest first. */
  async received(phone: string, customer: PhoneCustomer): Promise<PhoneMessage[]> {
    return (await this.messages(phone, customer)).filter(({ from }) => from === 'desk')
  }

  /** The first message of the desk that fits. Errors: when none comes in time. */
  async waitFor(
    phone: string,
    customer: PhoneCustomer,
    fits: (message: PhoneMessage) => boolean,
    patience = 20_000
  ): Promise<PhoneMessage> {
    const until = Date.now() + patience
    for (;;) {
      const found = (await this.received(phone, customer)).find(fits)
      if (found) return found
      if (Date.now() > until) throw new Error(`${customer.name} did not get the message`)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
