// The edge between a list and what is opened from it: moved by keys and pointer, remembered here, put back by a double click.
import { MantineProvider } from '@mantine/core'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { beforeEach, expect, test } from 'vitest'
import { remember } from '#platform/state/local-store.ts'
import { SplitPanes } from './layout/SplitPanes.tsx'

beforeEach(() => remember('ticketListWidth', null))

async function open(width = 1001) {
  const screen = await render(
    <MantineProvider>
      <div style={{ display: 'flex', width, height: 200 }}>
        <SplitPanes width="ticketListWidth" usual={40} list={<p data-testid="list">List</p>}>
          <p>Opened</p>
        </SplitPanes>
      </div>
    </MantineProvider>
  )
  const list = screen.getByTestId('list').element().parentElement as HTMLElement
  return { screen, edge: screen.getByRole('separator'), widthOf: () => Math.round(list.getBoundingClientRect().width) }
}

test('arrow keys move it, and the width is there when the screen is opened again', async () => {
  const { screen, edge, widthOf } = await open()
  expect(widthOf()).toBe(400)
  ;(edge.element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{ArrowLeft}')
  await expect.poll(widthOf).toBe(448)
  await screen.unmount()
  expect((await open()).widthOf()).toBe(448)
})

test('dragging stops where the list would be too narrow, and a double click puts it back', async () => {
  const { edge, widthOf } = await open()
  const handle = edge.element()
  const { left } = handle.getBoundingClientRect()
  const at = (clientX: number) => ({ clientX, clientY: 100, button: 0, bubbles: true })
  handle.dispatchEvent(new PointerEvent('pointerdown', at(left)))
  document.dispatchEvent(new PointerEvent('pointerup', at(left - 350)))
  await expect.poll(widthOf).toBe(300)
  await edge.dblClick()
  await expect.poll(widthOf).toBe(400)
  expect(JSON.parse(localStorage.getItem('ticketListWidth') ?? '0')).toBeNull()
})

test('a remembered width that is none counts as nothing remembered', async () => {
  localStorage.setItem('ticketListWidth', '97')
  window.dispatchEvent(new StorageEvent('storage', { key: 'ticketListWidth' }))
  expect((await open()).widthOf()).toBe(400)
})
