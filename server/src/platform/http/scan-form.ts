// Has every file of a form scanned for viruses before it ends: whoever reads the form need not think of it, and cannot forget it.
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { VirusScanner } from '#platform/scanning/virus-scanner.ts'
import { callerOf } from './callers.ts'
import { whoCalls } from './log-refusals.ts'

/** Refuses the ways to read a form that nothing watches. */
function refuseReading(): never {
  throw new Error('a form is read by its parts, or by its one file: those are scanned')
}

/** Errors, in the streams of the files: those of the scanner. */
export function scanForm(request: FastifyRequest, scanner: VirusScanner): void {
  const about = { route: `${request.method} ${request.routeOptions.url ?? ''}`, ...whoCalls(callerOf(request)) }
  const scanned = (part: MultipartFile): MultipartFile =>
    Object.assign(part, { file: scanner.scan(part.file, about) as MultipartFile['file'] })
  const readParts = request.parts.bind(request)
  const readFile = request.file.bind(request)
  request.parts = async function* (options) {
    for await (const part of readParts(options)) yield part.type === 'file' ? scanned(part) : part
  } as typeof request.parts
  request.file = async (options) => {
    const part = await readFile(options)
    return part && scanned(part)
  }
  request.files = refuseReading
  request.saveRequestFiles = refuseReading
}
