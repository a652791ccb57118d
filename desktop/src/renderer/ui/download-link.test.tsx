// A file that cannot be had without a line is asked for all the same, and the person is told why nothing comes.
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { render } from 'vitest-browser-react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startLanguages } from '#platform/text/i18n.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { DownloadLink } from './layout/DownloadLink.tsx'

beforeAll(() => startLanguages())

async function press(state: 'online' | 'offline') {
  const before = useRealtime.getState().state
  useRealtime.setState({ state })
  onTestFinished(() => useRealtime.setState({ state: before }))
  const screen = await render(
    <MantineProvider>
      <Notifications />
      <DownloadLink url="data:text/plain,x" name="nota.pdf" label="Baixar nota.pdf" />
    </MantineProvider>
  )
  const link = screen.getByRole('link', { name: 'Baixar nota.pdf' })
  // The press itself would save a file, or open a page.
  link.element().addEventListener('click', (event) => event.preventDefault())
  await link.click()
  return screen
}

test('with a line nothing is said', async () => {
  const screen = await press('online')
  expect(screen.getByText(/Sem conexão/).elements()).toHaveLength(0)
})

test('without a line it says when to try again', async () => {
  const screen = await press('offline')
  await expect
    .element(screen.getByText('Sem conexão com o servidor. Baixe “nota.pdf” quando ela voltar.'))
    .toBeVisible()
})
