// Builds the page of the simulated WhatsApp apart from the console, whose files stay as they are.
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = import.meta.dirname

export default defineConfig({
  root: join(root, 'src/simulator-page'),
  plugins: [react()],
  build: {
    outDir: join(root, 'dist/simulator-page'),
    emptyOutDir: true,
    target: 'es2024',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500
  }
})
