//! Connections of the server: each has its own task, and so long to ask for something.

use std::io;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::time::sleep;

/// The time within which the lines of a request have come. Connections that say nothing would take the last descriptor.
const PATIENCE: Duration = Duration::from_secs(5);

/// The pause after a connection that could not be taken: for want of descriptors, say.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers requests; never ends.
pub(super) async fn serve(listener: TcpListener, router: Router) -> io::Result<()> {
    let mut connections = http1::Builder::new();
    connections.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
    let service = TowerToHyperService::new(router);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let connection = connections.serve_connection(TokioIo::new(stream), service.clone());
        tokio::spawn(async move {
            // A reader that has gone away is no trouble.
            let _ = connection.await;
        });
    }
}
