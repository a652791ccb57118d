// Reads the doors of rooms: the README of a divided folder's part names the files that others may import.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files that may be imported from outside, by the folder of their room. */
export type Doors = ReadonlyMap<string, ReadonlySet<string>>

const doorLine = /^Door:(.*)$/m

/** Reads the doors of all folders that hold one of `files`; paths are relative to `root`. A room without a door is entered anywhere. */
export function readDoors(root: string, files: readonly string[]): Doors {
  const doors = new Map<string, ReadonlySet<string>>()
  for (const folder of new Set(files.map((file) => dirname(file)))) {
    const note = join(root, folder, 'README.md')
    if (!existsSync(note)) continue
    const named = doorLine.exec(readFileSync(note, 'utf8').replaceAll(/,\n/g, ', '))?.[1]
    if (named !== undefined) doors.set(folder, new Set(named.match(/[\w.-]+\.tsx?/g)))
  }
  return doors
}

/** The innermost room with a door that holds `path`, or null. */
export function roomWithDoor(doors: Doors, path: string): string | null {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) if (doors.has(folder)) return folder
  return null
}
