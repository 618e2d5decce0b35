import { Arrow, NamedBox, Picture, Words } from './parts.tsx'

export function RolesPicture({ title }: { title: string }) {
  return (
    <Picture title={title}>
      <NamedBox x={160} y={14} width={160} height={62} look="soft" name="Clerk" note="chi sei" />
      <NamedBox x={14} y={180} width={150} height={62} name="Il browser" note="la pagina" />
      <NamedBox x={316} y={180} width={150} height={62} look="accent" name="Incasso" />
      <Arrow from={{ x: 80, y: 172 }} to={{ x: 166, y: 84 }} />
      <Arrow from={{ x: 206, y: 84 }} to={{ x: 120, y: 172 }} />
      <Arrow from={{ x: 172, y: 211 }} to={{ x: 308, y: 211 }} />
      <Arrow from={{ x: 380, y: 172 }} to={{ x: 300, y: 84 }} />
      <Words x={44} y={116}>
        1. accede
      </Words>
      <Words x={178} y={140}>
        2. token firmato
      </Words>
      <Words x={198} y={201}>
        3. richiesta
      </Words>
      <Words x={352} y={118}>
        4. verifica
      </Words>
      <Words x={356} y={138} tone="dim">
        con la chiave
      </Words>
    </Picture>
  )
}
