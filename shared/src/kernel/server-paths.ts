// Addresses of a server that are no calls: stored files, the console, sockets, the description of the calls, its state.

export const serverPaths = {
  /** Stored files, behind signed links. */
  media: '/media',
  /** The same, as clients put it together from the path of a file. */
  public: '/public',
  console: '/console',
  sockets: '/socket.io',
  docs: '/docs',
  metrics: '/metrics',
  health: '/health',
  ready: '/ready'
} as const

/** Where a stored file is, by the path that the contract gives for it. */
export const publicFile = (mediaPath: string): string => `${serverPaths.public}/${mediaPath}`
