// What makes the console of a browser installable: its manifest, its icons, and the service worker that keeps its shell.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc, type HtmlTagDescriptor, type Plugin } from 'vite'
import sharp from 'sharp'
import { homeScreenSign } from '#icons/draw-signs.ts'

const icons = [
  { file: 'icon-180.png', size: 180, isMaskable: true },
  { file: 'icon-192.png', size: 192, isMaskable: false },
  { file: 'icon-512.png', size: 512, isMaskable: false },
  { file: 'icon-maskable-512.png', size: 512, isMaskable: true }
]

/** Of the top bar, as the theme has it in light and in dark. */
const colours = { light: '#ffffff', dark: '#16191d' }

/** Addresses are relative to the manifest: a server may have the console elsewhere. */
const manifest = {
  id: './',
  start_url: './',
  scope: './',
  name: 'Guichê',
  short_name: 'Guichê',
  description: 'Atendimento em equipe pelo WhatsApp',
  lang: 'pt-BR',
  display: 'standalone',
  theme_color: colours.light,
  background_color: '#f7f8f9',
  icons: icons
    .filter(({ size }) => size !== 180)
    .map(({ file, size, isMaskable }) => ({
      src: file,
      type: 'image/png',
      sizes: `${size}x${size}`,
      purpose: isMaskable ? 'maskable' : 'any'
    }))
}

function headOf(base: string): HtmlTagDescriptor[] {
  const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'meta', attrs, injectTo: 'head' })
  const link = (rel: string, file: string): HtmlTagDescriptor => ({
    tag: 'link',
    attrs: { rel, href: `${base}${file}` },
    injectTo: 'head'
  })
  return [
    link('manifest', 'manifest.webmanifest'),
    link('apple-touch-icon', 'icon-180.png'),
    ...Object.entries(colours).map(([scheme, content]) =>
      meta({ name: 'theme-color', content, media: `(prefers-color-scheme: ${scheme})` })
    )
  ]
}

function paint(size: number, isMaskable: boolean): Promise<Buffer> {
  return sharp(Buffer.from(homeScreenSign(isMaskable)), { density: 144 })
    .resize({ width: size })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** The service worker of a build with these files. */
async function serviceWorkerOf(files: string[], startFiles: string[]): Promise<string> {
  const source = join(import.meta.dirname, 'service-worker.ts')
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, { sourcemap: false })
  const buildName = createHash('sha256').update(files.toSorted().join('\n')).digest('hex').slice(0, 12)
  return `const buildName = ${JSON.stringify(buildName)}\nconst startFiles = ${JSON.stringify(startFiles)}\n${code}`
}

/** Leaves out the desktop app, which has the console at the top of its own scheme and needs none of it. */
export function webApp(): Plugin {
  let base = '/'
  return {
    name: 'web-app',
    apply: 'build',
    configResolved: (config) => {
      base = config.base
    },
    transformIndexHtml: () => (base === '/' ? [] : headOf(base)),
    async generateBundle(_options, bundle) {
      if (base === '/') return
      const add = (fileName: string, source: string | Uint8Array) => this.emitFile({ type: 'asset', fileName, source })
      for (const { file, size, isMaskable } of icons) add(file, await paint(size, isMaskable))
      add('manifest.webmanifest', `${JSON.stringify(manifest, null, 2)}\n`)
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const entry = chunks.find(({ isEntry }) => isEntry)
      const startFiles = [
        ...(entry ? [entry.fileName, ...entry.imports, ...(entry.viteMetadata?.importedCss ?? [])] : [])
      ]
      add('service-worker.js', await serviceWorkerOf(Object.keys(bundle), startFiles))
    }
  }
}
