import { Box, Picture, WindowFrame, Words } from './parts.tsx'

export function StartPicture({ title }: { title: string }) {
  return (
    <Picture title={title}>
      <WindowFrame x={20} y={20} width={440} height={220} />
      <Words x={42} y={78} isCode isStrong>
        $ npm start
      </Words>
      <Words x={42} y={110} isCode tone="good">
        ✓ listening
      </Words>
      <Words x={42} y={142} isCode>
        {'Incasso     http://127.0.0.1:3000'}
      </Words>
      <Box x={32} y={160} width={416} height={34} look="good" />
      <Words x={42} y={182} isCode isStrong>
        {'sign-in     Clerk (…accounts.dev)'}
      </Words>
    </Picture>
  )
}
