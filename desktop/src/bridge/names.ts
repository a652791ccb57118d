// Every name that may cross between console and shell. The preload reads this list and no schema.

export const channelNames = [
  'shell:start',
  'shell:language',
  'login:sign-in',
  'login:finish',
  'login:browser',
  'login:cancel-browser',
  'login:renew',
  'login:sign-out',
  'login:forget',
  'servers:list',
  'servers:check',
  'servers:use',
  'servers:remove',
  'snapshot:open',
  'snapshot:read',
  'snapshot:write',
  'snapshot:drop',
  'pending:list',
  'pending:store',
  'pending:drop',
  'pending:store-file',
  'pending:read-file',
  'replies:list',
  'replies:drop',
  'notifications:show',
  'notifications:status',
  'notifications:unread',
  'notifications:test',
  'notifications:pause',
  'intents:take',
  'preferences:read',
  'preferences:change',
  'updates:read',
  'updates:check',
  'updates:busy',
  'updates:install',
  'downloads:list',
  'downloads:cancel',
  'downloads:show',
  'diagnostics:copy',
  'diagnostics:logs',
  'diagnostics:report'
] as const
export type ChannelName = (typeof channelNames)[number]

export const noticeNames = [
  'login:keeping',
  'notifications:paused',
  'intents:pending',
  'preferences:changed',
  'updates:changed',
  'downloads:changed',
  'power:woke'
] as const
export type NoticeName = (typeof noticeNames)[number]

/** What the preload puts into the page under `bridgeKey`, frozen. */
export interface ExposedBridge {
  invoke(name: ChannelName, args: readonly unknown[]): Promise<unknown>
  /** Calls back with every payload of a notice; returns the way to stop. */
  on(name: NoticeName, fn: (payload: unknown) => void): () => void
}

export const bridgeKey = 'guiche'
