// Loaded into the server by `--timeline`: writes the steps of every message to the file its own address names.
import { appendFileSync } from 'node:fs'
import { stepChannel } from '#platform/events/message-steps.ts'

const file = new URL(import.meta.url).searchParams.get('file') ?? ''
let marks: unknown[] = []
stepChannel.subscribe((mark) => marks.push(mark))
setInterval(() => {
  if (marks.length > 0) appendFileSync(file, marks.map((mark) => `${JSON.stringify(mark)}\n`).join(''))
  marks = []
}, 500).unref()
