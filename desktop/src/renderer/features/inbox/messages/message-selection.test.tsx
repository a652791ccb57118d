// Choosing messages of a conversation and passing them on together.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { forwardMessage, mostForwardedMessages } from '@guiche/shared/features/inbox/message-forward.ts'
import { makeMessage, uuidOf } from '#test/inbox-factories.ts'
import { history, openMaria, own } from '#test/open-conversation.ts'
import {
  selectUpTo,
  startSelecting,
  stopSelecting,
  toggleMessage,
  useMessageSelection
} from './list/message-selection.store.ts'

type Opened = Awaited<ReturnType<typeof openMaria>>

const box = ({ screen }: Opened, name: RegExp) => screen.getByRole('checkbox', { name })
const bar = ({ screen }: Opened) => screen.getByRole('toolbar', { name: 'Mensagens selecionadas' })
function checked() {
  return [...document.querySelectorAll('[data-choice][aria-checked="true"]')].map(
    (one) => /Mensagem \d+/.exec(one.getAttribute('aria-label') ?? '')?.[0]
  )
}
const ids = (...numbers: number[]) => numbers.map((number) => makeMessage(number).id)

async function select(opened: Opened, text: RegExp) {
  await (await opened.menuOf(text)).getByRole('menuitem', { name: 'Selecionar' }).click()
  await expect.element(bar(opened)).toBeVisible()
}

function answerForward({ server }: Opened) {
  return server.on(forwardMessage, ({ params, body }) => ({
    messages: body.contactIds.flatMap((contactId) =>
      [params.messageId, ...(body.followedBy ?? [])].map((_, index) => makeMessage(90 + index, { contactId }))
    ),
    refused: []
  }))
}

describe('choosing messages', () => {
  test('by pressing on them, then passing them on in the order of the conversation', async () => {
    const opened = await openMaria({ messages: history(4) })
    const { screen, server } = opened
    answerForward(opened)
    await select(opened, /Mensagem 3/)
    await box(opened, /Mensagem 1/).click()
    await box(opened, /Mensagem 4/).click()
    await box(opened, /Mensagem 4/).click()
    await expect.element(bar(opened).getByText('2 mensagens selecionadas')).toBeVisible()
    expect(checked()).toEqual(['Mensagem 1', 'Mensagem 3'])
    await bar(opened).getByRole('button', { name: 'Encaminhar' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Encaminhar 2 mensagens' })
    await expect.element(dialog.getByText('Mensagem 1')).toBeVisible()
    await screen.getByRole('option', { name: /João/ }).click()
    await dialog.getByRole('button', { name: 'Encaminhar' }).click()
    await expect.element(screen.getByText('2 mensagens encaminhadas.')).toBeVisible()
    await expect.element(bar(opened)).not.toBeInTheDocument()
    const [sent, ...more] = server.callsOf(forwardMessage)
    const [first, ...followedBy] = ids(1, 3)
    expect([sent?.params, sent?.body, more]).toMatchObject([{ messageId: first }, { contactIds: [2], followedBy }, []])
  })

  test('of which none is left says so and passes nothing on', async () => {
    const opened = await openMaria({ messages: history(2) })
    await select(opened, /Mensagem 1/)
    await box(opened, /Mensagem 1/).click()
    await expect.element(bar(opened).getByText('Nenhuma mensagem selecionada')).toBeVisible()
    await expect.element(bar(opened).getByRole('button', { name: 'Encaminhar' })).toBeDisabled()
  })

  test('in a row with Shift', async () => {
    const opened = await openMaria({ messages: history(8) })
    await select(opened, /Mensagem 8/)
    await box(opened, /Mensagem 5/).click({ modifiers: ['Shift'] })
    await expect.element(bar(opened).getByText('4 mensagens selecionadas')).toBeVisible()
    expect(checked()).toEqual([5, 6, 7, 8].map((number) => `Mensagem ${number}`))
  })

  test('ends at as many as are passed on at once, the nearest to where it began', () => {
    const offered = history(mostForwardedMessages + 2)
    const [first, last] = [offered[0], offered.at(-1)]
    if (!first || !last) throw new Error('there are no messages')
    startSelecting(last)
    expect(selectUpTo(offered, first)).toBe(false)
    const { chosen } = useMessageSelection.getState()
    expect(new Set(chosen.keys())).toEqual(new Set(offered.slice(2).map(({ id }) => id)))
    expect(toggleMessage(first)).toBe(false)
    expect(toggleMessage(last)).toBe(true)
    expect(toggleMessage(first)).toBe(true)
    stopSelecting()
    expect(useMessageSelection.getState().chosen.size).toBe(0)
  })

  test('by keyboard: the arrows lead along, the space bar chooses, Escape leaves the choice and nothing else', async () => {
    const opened = await openMaria({ messages: history(4) })
    const { path, scroller } = opened
    await select(opened, /Mensagem 4/)
    await expect.element(box(opened, /Mensagem 4/)).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect.element(box(opened, /Mensagem 2/)).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.poll(checked).toEqual(['Mensagem 2', 'Mensagem 4'])
    await userEvent.keyboard('{Escape}')
    await expect.element(bar(opened)).not.toBeInTheDocument()
    expect(document.querySelectorAll('[data-choice]')).toHaveLength(0)
    expect(document.activeElement).toBe(scroller())
    expect(path()).toBe(`/tickets/${uuidOf(1)}`)
  })

  test('Escape closes the dialog first, and the choice stays', async () => {
    const opened = await openMaria({ messages: history(2) })
    const { screen } = opened
    await select(opened, /Mensagem 1/)
    await bar(opened).getByRole('button', { name: 'Encaminhar' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Encaminhar mensagem' })).toBeVisible()
    // The first one closes the choices.
    await userEvent.keyboard('{Escape}{Escape}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(bar(opened).getByText('1 mensagem selecionada')).toBeVisible()
    await bar(opened).getByRole('button', { name: 'Cancelar' }).click()
    await expect.element(bar(opened)).not.toBeInTheDocument()
  })

  test('leaves out what cannot be passed on, and says why', async () => {
    const opened = await openMaria({
      messages: [
        makeMessage(1),
        own(2, { isDeleted: true, body: '' }),
        makeMessage(3, { mediaType: 'call_log', body: '' }),
        makeMessage(4, { mediaType: 'image', mediaState: 'fetching', body: '' })
      ]
    })
    const { screen } = opened
    await select(opened, /Mensagem 1/)
    for (const why of [
      'Uma mensagem apagada não pode ser encaminhada.',
      'Este tipo de mensagem não pode ser encaminhado.',
      'O arquivo ainda não está aqui, por isso não pode ser encaminhado.'
    ]) {
      await box(opened, new RegExp(why)).click({ force: true })
      await expect.element(screen.getByRole('status').filter({ hasText: why })).toBeVisible()
    }
    await expect.element(bar(opened).getByText('1 mensagem selecionada')).toBeVisible()
  })

  test('takes in what this customer never got, unless nobody could get it', async () => {
    const opened = await openMaria({
      messages: [
        makeMessage(1),
        own(2, { delivery: 'cancelled', body: 'Ontem' }),
        own(3, { delivery: 'failed', failure: 'media-broken', mediaType: 'video', mediaState: 'ready', body: '' }),
        own(4, { delivery: 'failed', failure: 'refused', body: 'Recusada' })
      ]
    })
    const { screen } = opened
    await select(opened, /Mensagem 1/)
    for (const why of [
      'Uma mensagem cancelada não pode ser encaminhada.',
      'O WhatsApp não aceita este arquivo, por isso não pode ser encaminhado.'
    ]) {
      await box(opened, new RegExp(why)).click({ force: true })
      await expect.element(screen.getByRole('status').filter({ hasText: why })).toBeVisible()
    }
    await box(opened, /Recusada/).click()
    await expect.element(bar(opened).getByText('2 mensagens selecionadas')).toBeVisible()
  })

  test('loses a message that is deleted meanwhile, and ends with the conversation', async () => {
    const opened = await openMaria({ messages: history(2) })
    const { screen, setMessage } = opened
    await select(opened, /Mensagem 1/)
    await box(opened, /Mensagem 2/).click()
    setMessage(ids(1)[0] ?? '', { isDeleted: true })
    await expect.element(bar(opened).getByText('1 mensagem selecionada')).toBeVisible()
    await screen.getByRole('link', { name: /João/ }).click()
    await expect.element(screen.getByLabelText('Mensagem para João')).toBeVisible()
    await screen.getByRole('link', { name: /Maria/ }).click()
    await expect.element(screen.getByLabelText('Mensagem para Maria')).toBeVisible()
    await expect.element(bar(opened)).not.toBeInTheDocument()
  })
})
