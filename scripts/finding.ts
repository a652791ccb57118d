// What a check of our own found, and how it is told.

export interface Finding {
  rule: string
  file: string
  line: number
  text: string
}

/** Prints findings and ends with status 1 if there are any. */
export function report(check: string, findings: Finding[]): void {
  for (const { rule, file, line, text } of findings) console.log(`${file}:${line}  ${rule}: ${text}`)
  if (findings.length === 0) return
  console.log(`${check}: ${findings.length} to mend`)
  process.exitCode = 1
}
