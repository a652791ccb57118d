// Updates on the screen: offered with what is new, put off, and never in the middle of a message or a recording.
import { expect, onTestFinished, test, vi } from 'vitest'
import { updateChanged, type UpdateState } from '#bridge/update-channels.ts'
import { useAttachments } from '#features/inbox/composer/attachments.store.ts'
import { changeLanguage } from '#platform/text/i18n.ts'
import { followUpdates, useUpdates } from '#platform/device/updates.ts'
import { openMaria } from '#test/open-conversation.ts'

function ready(version: string): UpdateState {
  return {
    kind: 'ready',
    version,
    notes: {
      pt: ['Busca mais rápida', 'Novo aviso'],
      en: ['Faster search', 'New notice'],
      es: ['Búsqueda más rápida']
    },
    isDoneOnQuit: true
  }
}

/** A conversation on the screen, in a shell that has an update. */
async function open(update: UpdateState) {
  const console = await openMaria()
  const asked: unknown[][] = []
  const answers: Record<string, unknown> = { 'updates:read': update, 'updates:install': 'installing' }
  let hear: (payload: unknown) => void = () => undefined
  window.guiche = {
    invoke: (name, args) => {
      asked.push([name, ...args])
      return Promise.resolve(answers[name])
    },
    on: (name, fn) => {
      if (name === updateChanged.name) hear = fn
      return () => undefined
    }
  }
  onTestFinished(() => {
    delete window.guiche
    useUpdates.setState({ update: null, later: null, isInstalling: false })
  })
  followUpdates()
  const { screen } = console
  const bar = screen.getByRole('region', { name: 'Atualização' })
  const restart = bar.getByRole('button', { name: 'Reiniciar agora' })
  const told = () => asked.filter(([name]) => name === 'updates:busy').map(([, reasons]) => reasons)
  return { ...console, asked, told, bar, restart, change: (state: UpdateState) => hear(state) }
}

test('what is ready is offered with what is new in one’s own language, and restarts the app', async () => {
  const { screen, bar, restart, asked } = await open(ready('0.2.0'))
  await expect.element(bar.getByText(/O Guichê 0\.2\.0 está pronto para ser instalado\./)).toBeVisible()
  await bar.getByRole('button', { name: 'O que há de novo' }).click()
  await expect.element(screen.getByText('Busca mais rápida')).toBeVisible()
  await changeLanguage('en')
  onTestFinished(() => changeLanguage('pt'))
  await expect.element(screen.getByText('Faster search')).toBeVisible()
  await changeLanguage('pt')
  await restart.click()
  await expect.poll(() => asked).toContainEqual(['updates:install'])
})

test('a restart that did not come about can be asked for again', async () => {
  const { restart, change } = await open(ready('0.2.0'))
  await restart.click()
  await expect.element(restart).toBeDisabled()
  change(ready('0.2.0'))
  await expect.element(restart).toBeEnabled()
})

test('what is put off comes back after a day, or with a newer version', async () => {
  const { bar, change } = await open(ready('0.2.0'))
  await bar.getByRole('button', { name: 'Depois' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  change(ready('0.3.0'))
  await expect.element(bar.getByText(/0\.3\.0/)).toBeVisible()
  await bar.getByRole('button', { name: 'Depois' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 3_600_000)
  onTestFinished(() => void vi.restoreAllMocks())
  change({ ...ready('0.3.0') })
  await expect.element(bar).toBeVisible()
})

test('while a message is being written there is no restart, and the shell knows', async () => {
  const { bar, restart, field, told } = await open(ready('0.2.0'))
  await expect.element(restart).toBeEnabled()
  await field.fill('Bom dia')
  await expect.element(restart).toBeDisabled()
  await expect.element(bar.getByText(/Envie ou apague a mensagem/)).toBeVisible()
  await expect.poll(told).toEqual([[], ['writing']])
  await field.fill('')
  await expect.element(restart).toBeEnabled()
  await expect.poll(told).toEqual([[], ['writing'], []])
})

test('files that wait in another conversation hold the restart up as well', async () => {
  const { restart } = await open(ready('0.2.0'))
  useAttachments.setState({ byTicket: new Map([[2, []]]) })
  onTestFinished(() => useAttachments.setState({ byTicket: new Map() }))
  await expect.element(restart).toBeDisabled()
})

test('a recording holds the restart up from its first moment', async () => {
  const { screen, restart, told } = await open(ready('0.2.0'))
  // The microphone never answers.
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValue(new Promise(() => undefined))
  onTestFinished(() => void vi.restoreAllMocks())
  await screen.getByRole('button', { name: 'Gravar mensagem de voz' }).click()
  await expect.element(restart).toBeDisabled()
  await expect.poll(told).toEqual([[], ['recording']])
  await screen.getByRole('button', { name: 'Descartar gravação' }).click()
  await expect.element(restart).toBeEnabled()
})

test('nothing is shown while nothing is ready', async () => {
  const { bar, change } = await open({ kind: 'downloading', version: '0.2.0', percent: 40 })
  expect(useUpdates.getState().later).toBeNull()
  await expect.poll(() => useUpdates.getState().update?.kind).toBe('downloading')
  await expect.element(bar).not.toBeInTheDocument()
  change(ready('0.2.0'))
  await expect.element(bar).toBeVisible()
})
