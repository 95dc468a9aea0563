import type React from 'react';
import type { ComponentType } from 'react';
import { isCut } from './answer-start.ts';

interface BodyProps {
  content: unknown;
  contentType: string;
  url: string;
}

/** Larger images are only for download. The content security policy allows images of `data:`, but none of `blob:`. */
const LARGEST_IMAGE_BYTES = 300_000;

/** Shows files and the start of long answers, for which Swagger UI's own component is not made; it shows the rest. */
export function answerBody({ createElement: h, useEffect, useState }: typeof React) {
  function Download({ file, url }: { file: Blob; url: string }) {
    const [href, setHref] = useState<string>();
    const [image, setImage] = useState<string>();
    useEffect(() => {
      const link = URL.createObjectURL(file);
      setHref(link);
      const reader = new FileReader();
      reader.onload = () => setImage(reader.result as string);
      if (file.type.startsWith('image/') && file.size <= LARGEST_IMAGE_BYTES) reader.readAsDataURL(file);
      return () => {
        reader.abort();
        URL.revokeObjectURL(link);
      };
    }, [file]);
    const name = new URL(url, location.origin).pathname.split('/').at(-1);
    return h(
      'div',
      null,
      h(
        'p',
        null,
        `${file.size.toLocaleString('en')} bytes, ${file.type} `,
        h('a', { href, download: name }, 'Download'),
      ),
      image !== undefined && h('img', { src: image, alt: 'The image of the response' }),
    );
  }

  return (Body: ComponentType<BodyProps>) =>
    function AnswerBody(props: BodyProps) {
      const { content, url } = props;
      if (content instanceof Blob) return h(Download, { file: content, url });
      // The start of JSON or XML can't be formatted.
      return h(Body, isCut(content) ? { ...props, contentType: 'text/plain' } : props);
    };
}
