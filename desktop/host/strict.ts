// What keeps the host honest: gaps throw by name, and every member is held against Electron's own types.

/** Keys that Node, Vitest and promises look for on any object. */
const looked = new Set(['then', 'toJSON', 'inspect', 'asymmetricMatch', '$$typeof', 'nodeType', 'tagName'])

/** An object whose missing members throw by name instead of being undefined. */
export function strict<T extends object>(name: string, value: T): T {
  const bound = new Map<unknown, unknown>()
  return new Proxy(value, {
    get(target, key) {
      if (typeof key !== 'symbol' && !Reflect.has(target, key) && !looked.has(key)) {
        throw new Error(`electron-host: ${name}.${key} is not implemented`)
      }
      const member: unknown = Reflect.get(target, key, target)
      if (typeof member !== 'function' || typeof key === 'symbol') return member
      // Methods run on the object itself, not on the proxy.
      if (!bound.has(member)) bound.set(member, member.bind(target))
      return bound.get(member)
    }
  })
}

/**
 * Checks the named members `K` against Electron's type `T` and exports them with Electron's own signatures.
 * `U` are members of `T` that are taken as they are, such as the overloads of `on`; members of the host's own ride along.
 */
export function like<T, K extends keyof T, U extends keyof T = never>() {
  return <V extends Pick<T, K>>(value: V) => value as unknown as Pick<T, K | U> & Omit<V, K | U>
}

/** An event whose listeners may prevent what it announces. */
export function preventable<P extends object>(params: P) {
  return {
    ...params,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    }
  }
}

/** Puts the host's own form of an event, with the host's own types, before Electron's. */
export function withEvents<O>() {
  return <V>(value: V) => value as O & V
}
