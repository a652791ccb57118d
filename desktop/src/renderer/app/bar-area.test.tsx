// A bar that comes while a button is held waits with its height, so that the click meets what was aimed at.
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { makeConnection, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const topOf = (element: Element) => Math.round(element.getBoundingClientRect().top)
const press = (type: 'pointerdown' | 'pointerup' | 'pointercancel') =>
  document.body.dispatchEvent(new PointerEvent(type, { bubbles: true }))

test.for(['pointerup', 'pointercancel'] as const)('a bar that comes in a press moves nothing until %s', async (end) => {
  const server = startServer(makeSessionUser())
  server.on(listConnections, () => [makeConnection()])
  await renderConsole('/')
  onTestFinished(() => useRealtime.setState({ offlineSince: null }))
  await expect.poll(() => document.getElementById('content')).not.toBeNull()
  const content = document.getElementById('content') as HTMLElement
  const before = topOf(content)

  press('pointerdown')
  useRealtime.setState({ offlineSince: Date.now() - 60_000 })
  const bar = page.getByText(/Sem conexão/)
  await expect.element(bar).toBeInTheDocument()
  expect(topOf(content)).toBe(before)
  press(end)
  await expect.poll(() => topOf(content)).toBeGreaterThan(before)
  await expect.element(bar).toBeVisible()

  press('pointerdown')
  const below = topOf(content)
  useRealtime.setState({ offlineSince: null })
  await expect.element(bar).not.toBeInTheDocument()
  expect(topOf(content)).toBe(below)
  press(end)
  await expect.poll(() => topOf(content)).toBe(before)
})
