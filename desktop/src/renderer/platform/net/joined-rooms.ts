// The rooms that the console wants to be in, each as long as somebody wants it.

type Emit = (name: string, ...args: string[]) => void

export interface JoinedRooms {
  /** Wants a room; `emit` is the line while it takes words. Returns the way to leave. */
  join(name: `join${string}`, args: string[], emit: () => Emit | undefined): () => void
  /** Joins them all on a new line. */
  joinAll(emit: Emit): void
}

export function createJoinedRooms(): JoinedRooms {
  const joins = new Map<string, { name: string; args: string[]; count: number }>()
  return {
    join: (name, args, emit) => {
      const key = JSON.stringify([name, ...args])
      const present = joins.get(key) ?? { name, args, count: 0 }
      joins.set(key, { ...present, count: present.count + 1 })
      if (present.count === 0) emit()?.(name, ...args)
      let isJoined = true
      return () => {
        if (!isJoined) return
        isJoined = false
        const left = joins.get(key)
        if (left && left.count > 1) joins.set(key, { ...left, count: left.count - 1 })
        else {
          joins.delete(key)
          emit()?.(name.replace('join', 'leave'), ...args)
        }
      }
    },
    joinAll: (emit) => {
      for (const { name, args } of joins.values()) emit(name, ...args)
    }
  }
}
