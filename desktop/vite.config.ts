// Builds the console: one chunk a route, served by the server under /console/ and by the shell.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const desk = process.env['GUICHE_DEV_DESK']

export default defineConfig({
  base: '/console/',
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: 'es2024',
    reportCompressedSize: false,
    // The picture of a chunk that is fetched while another is read is worth more than fewer files.
    chunkSizeWarningLimit: 900
  },
  server: {
    host: '127.0.0.1',
    // `npm run dev`: everything but the console itself is the server's, at one address for both.
    ...(desk === undefined ? {} : { proxy: { '^/(?!console/)': { target: desk, ws: true } } })
  }
})
