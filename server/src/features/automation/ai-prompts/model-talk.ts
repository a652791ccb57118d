// What a model is told and what its answer means: pure.

/** What a model writes when people are to take over. */
const handOver = /[*_]*a[çc][ãa]o\s*:\s*transferir para o setor de atendimento[*_]*[.!]?/iu

export interface Word {
  role: 'user' | 'assistant'
  content: string
}

/** Characters of history at the most, however few messages they are. */
const mostCharacters = 16_000
/** Characters of one message at the most. */
const longest = 4_000

/** The text that goes before every conversation. */
export function systemText({ prompt, name, maxTokens }: { prompt: string; name: string; maxTokens: number }): string {
  return [
    `Nas respostas utilize o nome ${name.replace(/[^\p{L}\p{N} .'-]/gu, '').slice(0, 60) || 'Amigo(a)'} para identificar o cliente.`,
    `Sua resposta deve usar no máximo ${maxTokens} tokens e cuide para não truncar o final.`,
    'Sempre que possível, mencione o nome dele para ser mais personalizado o atendimento e mais educado.',
    'Quando não souber a resposta, ou quando pedirem atendimento humano ou a transferência para um setor,',
    "comece a resposta com exatamente 'Ação: Transferir para o setor de atendimento'.",
    '',
    prompt
  ].join('\n')
}

/** The newest words that fit, oldest first. */
export function historyOf(words: readonly Word[], mostMessages: number): Word[] {
  const kept: Word[] = []
  let size = 0
  for (const word of words.slice(-mostMessages).reverse()) {
    const content = word.content.trim().slice(0, longest)
    size += content.length
    if (size > mostCharacters) break
    if (content !== '') kept.unshift({ ...word, content })
  }
  return kept
}

/** The words for the customer, and whether people are to take over. An empty answer is none. */
export function readAnswer(content: string | null | undefined): { text: string; isHandOver: boolean } {
  const given = (content ?? '').trim()
  const text = given.replace(handOver, '').trim()
  return { text, isHandOver: given === '' || handOver.test(given) }
}
