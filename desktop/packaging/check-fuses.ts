// Reads the fuses of packed programs and fails where one is not as it is meant: `node check-fuses.ts <folder of packages>`.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { parse } from 'yaml'

/** Names in electron-builder.yml begin small. */
const keyOf = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** The switches as electron-builder.yml sets them, by the number they have in the program. */
export function wantedFuses(): Map<number, boolean> {
  const file = join(import.meta.dirname, '../../electron-builder.yml')
  const { electronFuses } = parse(readFileSync(file, 'utf8')) as { electronFuses: Record<string, boolean> }
  const numbers = Object.entries(FuseV1Options).filter(([, number]) => typeof number === 'number')
  return new Map(
    numbers.flatMap(([name, number]): [number, boolean][] => {
      const isOn = electronFuses[keyOf(name)]
      return isOn === undefined ? [] : [[Number(number), isOn]]
    })
  )
}

/** Sentences about fuses that are not as they are meant. */
export async function checkFuses(program: string): Promise<string[]> {
  const wire = (await getCurrentFuseWire(program)) as unknown as Record<number, FuseState>
  return [...wantedFuses()].flatMap(([number, isOn]) =>
    wire[number] === (isOn ? FuseState.ENABLE : FuseState.DISABLE)
      ? []
      : [`${program}: ${FuseV1Options[number]} is not ${isOn ? 'on' : 'off'}`]
  )
}

/** Programs in a folder of packages: what electron-builder leaves unpacked, for each system and processor. */
export function programsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => {
      const inside = parentPath.slice(folder.length + 1).replaceAll('\\', '/')
      if (/^(?:linux|win)[\w-]*-unpacked$/.test(inside)) return /^guiche(?:-admin)?(?:\.exe)?$/.test(name)
      return /^mac[\w-]*$/.test(inside) && name.endsWith('.app')
    })
    .map(({ name, parentPath }) => join(parentPath, name))
}

if (import.meta.main) {
  const programs = programsIn(process.argv[2] ?? '')
  if (programs.length === 0) throw new Error('no program was packed there')
  const findings = (await Promise.all(programs.map(checkFuses))).flat()
  process.stdout.write(`${programs.join('\n')}\n${findings.join('\n')}\n`)
  if (findings.length > 0) process.exitCode = 1
}
