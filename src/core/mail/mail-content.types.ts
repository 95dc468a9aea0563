/** The content of a message, rendered as plain text and as HTML. Neither loads external resources. */
export interface MailContent {
  subject: string;
  /** Paragraphs of plain text, before and after the link. */
  before: readonly string[];
  link?: { label: string; url: string };
  after?: readonly string[];
}

export interface ComposedMail {
  to: string;
  content: MailContent;
}
