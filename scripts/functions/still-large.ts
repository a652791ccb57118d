// Functions that are still too large, `<file> <name>`: the list only shrinks, and goes when it is empty.

export const stillLarge = [
  'desktop/host/page-runtime.ts preloadWorld',
  'desktop/icons/draw-counts.ts digits',
  'desktop/src/renderer/features/inbox/connections/ConnectionsPage.tsx ConnectionsPage',
  'desktop/src/renderer/features/inbox/tickets/list/ticket-lists.ts rowsOf',
  'desktop/src/renderer/platform/device/theme.ts cssVariables',
  'desktop/src/renderer/platform/net/event-order.ts createEventOrder',
  'desktop/src/renderer/platform/state/paged-list.ts createPagedList',
  'desktop/test/desk-tickets.ts answerTickets',
  'desktop/test/desk.ts openDesk',
  'desktop/test/fake-socket.ts createFakeLine'
]
