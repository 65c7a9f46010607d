import Package from 'lucide-react/icons/package'
import { useFileUrl } from '#lib/api/use-file-url.ts'

/** The picture of a product, or what stands for one; its name is beside it. */
export const ProductPicture = ({ image }: { image: string | null }) => {
  const url = useFileUrl(image)
  return (
    <span
      aria-hidden="true"
      className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-sm bg-surface-sunken text-text-muted"
    >
      {url === null ? <Package className="size-5.5" /> : <img src={url} alt="" className="size-full object-cover" />}
    </span>
  )
}
