//! What a document says of itself for programs, as XMP.

use lopdf::{Stream, dictionary};

use crate::print::Deck;
use crate::print::xml::escape;

/// Returns the title of a document, which a tagged one and one for a press must have.
pub(super) fn title(deck: &Deck) -> &str {
    if deck.title.is_empty() { "Cards" } else { &deck.title }
}

/// Returns the metadata of a document: its title and author, and more elements, whose namespaces are given as they are declared.
pub(super) fn metadata(deck: &Deck, namespaces: &str, more: &str) -> Stream {
    let [title, author] = [title(deck), &deck.author].map(escape);
    let creator = if author.is_empty() {
        String::new()
    } else {
        format!("<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>")
    };
    let text = format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" {namespaces}>\n\
         <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{title}</rdf:li></rdf:Alt></dc:title>{creator}\n\
         {more}\n\
         </rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>"
    );
    let dict = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    // Readers look for it without unpacking anything.
    Stream::new(dict, text.into_bytes()).with_compression(false)
}
