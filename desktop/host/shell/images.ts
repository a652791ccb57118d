// Images by their PNG bytes: enough to tell one from another and to look at it.
import { existsSync, readFileSync } from 'node:fs'
import { strict } from '../strict.ts'

const pngSignature = 0x89504e47

export class NativeImage {
  readonly #png: Buffer
  readonly #representations: number[] = [1]
  #isTemplate = false
  constructor(png: Buffer) {
    this.#png = png
  }
  isEmpty(): boolean {
    return this.getSize().width === 0
  }
  getSize(): Electron.Size {
    const isPng = this.#png.length >= 24 && this.#png.readUInt32BE(0) === pngSignature
    return isPng ? { width: this.#png.readUInt32BE(16), height: this.#png.readUInt32BE(20) } : { width: 0, height: 0 }
  }
  getScaleFactors(): number[] {
    return [...this.#representations]
  }
  toPNG(): Buffer {
    return Buffer.from(this.#png)
  }
  toDataURL(): string {
    return `data:image/png;base64,${this.#png.toString('base64')}`
  }
  setTemplateImage(isTemplate: boolean): void {
    this.#isTemplate = isTemplate
  }
  isTemplateImage(): boolean {
    return this.#isTemplate
  }
  addRepresentation({ scaleFactor = 1 }: Electron.AddRepresentationOptions): void {
    this.#representations.push(scaleFactor)
  }
}
undefined as unknown as NativeImage satisfies Pick<
  Electron.NativeImage,
  'isEmpty' | 'toPNG' | 'toDataURL' | 'setTemplateImage' | 'isTemplateImage' | 'addRepresentation' | 'getScaleFactors'
>

export const nativeImage = strict('nativeImage', {
  createEmpty: () => new NativeImage(Buffer.alloc(0)),
  createFromBuffer: (bytes: Buffer, _options?: Electron.CreateFromBufferOptions) => new NativeImage(bytes),
  createFromDataURL: (url: string) => new NativeImage(Buffer.from(url.split(',')[1] ?? '', 'base64')),
  createFromPath: (path: string) => new NativeImage(existsSync(path) ? readFileSync(path) : Buffer.alloc(0))
})
