// How it stands with updates, in words, and the button that looks for one now.
import { MantineProvider } from '@mantine/core'
import { render } from 'vitest-browser-react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { UpdateState } from '#bridge/update-channels.ts'
import { startLanguages } from '#platform/text/i18n.ts'
import { useUpdates } from '#platform/device/updates.ts'
import { UpdateStatus } from './feedback/UpdateStatus.tsx'

beforeAll(() => startLanguages())

const notes = { pt: [], en: [], es: [] }
function idle(part: Partial<Extract<UpdateState, { kind: 'idle' }>> = {}): UpdateState {
  return {
    kind: 'idle',
    checkedAt: 1,
    problem: null,
    ...part
  }
}

async function show(update: UpdateState) {
  useUpdates.setState({ update })
  onTestFinished(() => useUpdates.setState({ update: null }))
  return render(
    <MantineProvider>
      <UpdateStatus />
    </MantineProvider>
  )
}

test.each<[string, UpdateState]>([
  ['Ainda não procuramos atualizações.', idle({ checkedAt: null })],
  ['Você usa a versão mais recente.', idle()],
  ['O servidor de atualizações não respondeu. Tentaremos de novo mais tarde.', idle({ problem: 'unreachable' })],
  ['Baixando a versão 0.2.0: 40%', { kind: 'downloading', version: '0.2.0', percent: 40 }],
  ['O Guichê 0.2.0 está pronto para ser instalado.', { kind: 'ready', version: '0.2.0', notes, isDoneOnQuit: true }],
  ['As atualizações ficam por conta da equipe de TI da sua empresa.', { kind: 'off', why: 'managed' }],
  ['Esta cópia é atualizada por quem a instalou.', { kind: 'off', why: 'not-installed' }]
])('it says: %s', async (words, update) => {
  const screen = await show(update)
  await expect.element(screen.getByText(words)).toBeVisible()
  const buttons = screen.getByRole('button').elements()
  const names = { off: [], ready: ['Reiniciar agora'] } as Record<string, string[]>
  expect(buttons.map(({ textContent }) => textContent)).toEqual(names[update.kind] ?? ['Procurar atualizações'])
})

test('the button asks the shell and shows what came of it', async () => {
  const asked: string[] = []
  window.guiche = {
    invoke: (name) => {
      asked.push(name)
      return Promise.resolve({ kind: 'downloading', version: '0.2.0', percent: 0 })
    },
    on: () => () => undefined
  }
  onTestFinished(() => {
    delete window.guiche
  })
  const screen = await show(idle())
  await screen.getByRole('button', { name: 'Procurar atualizações' }).click()
  await expect.element(screen.getByText('Baixando a versão 0.2.0: 0%')).toBeVisible()
  expect(asked).toEqual(['updates:check'])
})
