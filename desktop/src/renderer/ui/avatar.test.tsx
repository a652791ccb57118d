// A face comes from the server in a browser; the desktop app keeps it for days without a line.
import { MantineProvider } from '@mantine/core'
import { render } from 'vitest-browser-react'
import { expect, test } from 'vitest'
import { startFakeShell } from '#platform/testing/fake-shell.ts'
import { Avatar } from './layout/Avatar.tsx'

const face = '/media/abc.def/rosto.jpg'
async function sourceOf(): Promise<string | null> {
  const { container } = await render(
    <MantineProvider>
      <Avatar name="Maria Alves" picture={face} />
    </MantineProvider>
  )
  return container.querySelector('img')?.getAttribute('src') ?? null
}

test('in a browser it is the server’s own', async () => {
  expect(await sourceOf()).toBe(`${window.location.origin}${face}`)
})

test('in the app it is asked of the shell, which keeps it', async () => {
  await startFakeShell({ server: 'https://desk.example' })
  expect(await sourceOf()).toBe(`/media?of=${encodeURIComponent(`https://desk.example${face}`)}`)
})
